// Poker: up to six hands or ranges, a board, dead cards, and the share of each player.

import { onQuestionChange, question, showQuestion } from "./shell.js";
import { sentence } from "./answers.js";
import { ask, queryOf } from "./api.js";
import { DeckPicker } from "./deck_picker.js";
import { byId, fill } from "./dom.js";
import { boardPart, cardsOf, percent, seat } from "./poker_table.js";
import { hideWorth, showWorth } from "./poker_worth.js";
import { RangeGrid } from "./range_grid.js";
import { speaker } from "./speak.js";

const MOST_PLAYERS = 6;
const PATIENCE = 250; // milliseconds between the last change and the question
const SAMPLES = 200_000; // where counting all deals takes too long
const PLACES = { player: 2, board: 5, dead: 8, hand: 7 };

const state = { players: ["AhKh", "QQ"], board: [], dead: [], hand: [], active: { kind: "player", at: 0 }, result: null };
const say = speaker(byId("says"));
const deck = new DeckPicker(byId("deck"), pick);
const grid = new RangeGrid(byId("grid"), { weightOf: () => Number(byId("weight").value), onChange: setRange });
let asking = null;
let timer = null;

const isActive = (kind, at) => state.active.kind === kind && (kind !== "player" || state.active.at === at);
const seatAt = () => (state.active.kind === "player" ? state.active.at : 0);

/** The cards of what the deck fills at present. */
function activeCards() {
  const { kind, at } = state.active;
  return kind === "player" ? (cardsOf(state.players[at]) ?? []) : state[kind];
}

function setActiveCards(cards) {
  const { kind, at } = state.active;
  if (kind === "player") state.players[at] = cards.join("");
  else state[kind] = cards;
}

function pick(card) {
  const { kind } = state.active;
  const cards = activeCards();
  const isFull = cards.length >= PLACES[kind];
  if (cards.includes(card)) setActiveCards(cards.filter((each) => each !== card));
  else setActiveCards(isFull ? [card] : [...cards, card]);
  if (kind === "hand") {
    byId("hand").value = state.hand.join(" ");
    showDeck();
    return evaluate({ isFilling: true });
  }
  changed();
}

function activate(kind, at = 0) {
  state.active = { kind, at };
  draw();
}

function draw() {
  const focused = [...document.querySelectorAll("#seats button, #board button")].indexOf(document.activeElement);
  fill(
    byId("board"),
    boardPart({ title: "Board", cards: state.board, places: 5, isActive: isActive("board"), onChoose: () => activate("board") }),
    boardPart({ title: "Dead cards", cards: state.dead, places: 1, isActive: isActive("dead"), onChoose: () => activate("dead") }),
  );
  fill(byId("seats"), ...state.players.map(seatOf));
  document.querySelectorAll("#seats button, #board button")[focused]?.focus({ preventScroll: true });
  byId("add").disabled = state.players.length === MOST_PLAYERS;
  showDeck();
  showRange();
}

function seatOf(text, at) {
  return seat({
    number: at + 1,
    text,
    result: state.result?.players[at],
    isActive: isActive("player", at),
    onChoose: () => activate("player", at),
    onRemove: state.players.length > 2 ? () => removePlayer(at) : null,
  });
}

function showDeck() {
  const chosen = activeCards();
  const used = [...state.players.flatMap((text) => cardsOf(text) ?? []), ...state.board, ...state.dead];
  const isHand = state.active.kind === "hand";
  deck.show(chosen, isHand ? [] : used.filter((card) => !chosen.includes(card)));
  const words = { player: `player ${seatAt() + 1}`, board: "the board", dead: "the dead cards", hand: "the hand to evaluate" };
  byId("deck-for").textContent = `The deck fills ${words[state.active.kind]}.`;
  byId("hand-pick").setAttribute("aria-pressed", String(isHand));
}

/** Shows the range of the active player in the text and on the grid. */
async function showRange() {
  const at = seatAt();
  const text = state.players[at];
  byId("range-for").textContent = `For player ${at + 1}.`;
  if (document.activeElement !== byId("range")) byId("range").value = text;
  if (!text) {
    grid.show({});
    return fill(byId("range-says"), "No hands yet.");
  }
  try {
    const found = await ask("range", { range: text });
    if (state.players[at] !== text || seatAt() !== at) return;
    grid.show(found.grid);
    fill(byId("range-says"), `${found.combo_count} of 1326 hands, ${percent(found.share.decimal, 1)}.`);
  } catch (error) {
    fill(byId("range-says"), sentence(error.message));
  }
}

/** Takes a range for the active player, in the shortest form that the library writes. */
async function setRange(text) {
  const at = seatAt();
  state.active = { kind: "player", at };
  state.players[at] = text;
  if (text) {
    const found = await ask("range", { range: text }).catch(() => null);
    if (found && state.players[at] === text) state.players[at] = found.range;
  }
  changed();
}

/** Something on the table is different: draws it, and asks for the shares after a moment. */
function changed() {
  state.result = null;
  draw();
  clearTimeout(timer);
  asking?.abort();
  timer = setTimeout(work, PATIENCE);
}

const asked = () => ({ players: state.players, board: state.board.join(""), dead: state.dead.join("") });

/** The address holds the table and the hand to evaluate. */
function showAddress() {
  showQuestion(queryOf({ ...asked(), hand: byId("hand").value.trim() }), { replace: true });
}

/** Shows the worth of the hand in its field; while the deck fills it, not before five cards. */
function evaluate({ isFilling = false } = {}) {
  const text = byId("hand").value.trim();
  state.hand = cardsOf(text) ?? [];
  showAddress();
  const isEnough = isFilling ? state.hand.length >= 5 : text !== "";
  if (isEnough) showWorth(text);
  else hideWorth();
}

async function work() {
  showAddress();
  if (state.players.some((text) => !text)) return say("Every player needs a hand or a range.");
  asking = new AbortController();
  say("Counting…");
  try {
    state.result = await counted(asked(), asking.signal);
    draw();
    say(resultWords());
  } catch (error) {
    if (error.name !== "AbortError") say(sentence(error.message), "bad");
  }
}

/** Counts all deals; samples them where that takes the server too long. */
async function counted(table, signal) {
  try {
    return await ask("equity", table, { signal });
  } catch (error) {
    if (error.status !== 503 && error.status !== 413) throw error;
    say("Too many deals to count; sampling…");
    return ask("equity", { ...table, samples: SAMPLES }, { signal });
  }
}

function resultWords() {
  const { exact, deals, players } = state.result;
  const many = Number(deals).toLocaleString("en");
  if (exact) return `Exact: all ${many} deals counted.`;
  const error = Math.max(...players.map((player) => player.standard_error));
  return `Sampled: ${many} deals; the standard error is at most ${percent(error)}.`;
}

/** The table as text to paste somewhere. */
function asText() {
  const lines = state.players.map((text, at) => {
    const share = state.result ? `  ${percent(state.result.players[at].equity.decimal)}` : "";
    return `Player ${at + 1}: ${text}${share}`;
  });
  if (state.board.length) lines.push(`Board: ${state.board.join(" ")}`);
  if (state.dead.length) lines.push(`Dead: ${state.dead.join(" ")}`);
  if (state.result) lines.push(resultWords());
  return [...lines, location.href].join("\n");
}

async function copy() {
  try {
    await navigator.clipboard.writeText(asText());
    say("Copied as text.");
  } catch {
    say("This browser does not allow copying here.", "bad");
  }
}

function addPlayer() {
  state.players.push("random");
  state.active = { kind: "player", at: state.players.length - 1 };
  changed();
}

function removePlayer(at) {
  state.players.splice(at, 1);
  state.active = { kind: "player", at: 0 };
  changed();
}

function empty() {
  Object.assign(state, { players: ["", ""], board: [], dead: [], active: { kind: "player", at: 0 } });
  changed();
}

function begin() {
  const given = question();
  if (given.has("players")) state.players = given.getAll("players").slice(0, MOST_PLAYERS);
  while (state.players.length < 2) state.players.push("random");
  state.board = cardsOf(given.get("board") ?? "") ?? [];
  state.dead = cardsOf(given.get("dead") ?? "") ?? [];
  byId("hand").value = given.get("hand") ?? "";
  evaluate();
  changed();
}

byId("range").addEventListener("change", () => setRange(byId("range").value.trim()));
byId("top").addEventListener("input", () => (byId("top-shown").value = byId("top").value));
byId("top").addEventListener("change", () => setRange(`${byId("top").value}%`));
byId("any").addEventListener("click", () => setRange("random"));
byId("none").addEventListener("click", () => setRange(""));
byId("add").addEventListener("click", addPlayer);
byId("copy").addEventListener("click", copy);
byId("empty").addEventListener("click", empty);
byId("hand-pick").addEventListener("click", () => activate("hand"));
byId("hand-form").addEventListener("submit", (event) => {
  event.preventDefault();
  evaluate();
  showDeck();
});
onQuestionChange(begin);
begin();
