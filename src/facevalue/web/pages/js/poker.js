// Poker: a game, up to ten hands or ranges, a board, dead cards, and the share of each player.

import { onQueryChange, showQuery } from "./shared/shell.js";
import { queryOf, readAddress, showFault } from "./shared/address.js";
import { sentence } from "./shared/answers.js";
import { request } from "./shared/core.js";
import { released } from "./shared/press.js";
import { DeckPicker } from "./cards/deck_picker.js";
import { byId, fill, makeSheet } from "./shared/dom.js";
import { resultWords, summaryWords, tableText } from "./poker/equity.js";
import { allGames, cardsIn, cardsWords, fitted, gameOptions, inDeck } from "./poker/games.js";
import { boardPart, seat, sheetShare } from "./poker/table.js";
import { hideWorth, showWorth } from "./poker/worth.js";
import { Presets } from "./poker/presets.js";
import { RangePanel } from "./poker/range_panel.js";
import { PotOdds } from "./poker/pot_odds.js";
import { nextPlace, readSeats, spreadResult } from "./poker/seats.js";
import { streetButtons } from "./poker/streets.js";
import { Studies } from "./poker/studies.js";
import { shuffled } from "./shared/random.js";
import { speaker } from "./shared/speak.js";
import { cardsOf } from "./cards/suits.js";
import { listed, t, translated } from "./shared/language.js";

const MAX_PLAYERS = 10;
const MAX_UNDO = 50;
const PATIENCE = 250; // milliseconds between the last change and the query
const MAX_DEAD = 8;
const EXAMPLE_PLAYERS = ["AhKh", "QQ"];
const EXAMPLE = ["Kc", "Qd", "Jh", "Ts", "9c"];

const state = { game: null, players: [...EXAMPLE_PLAYERS], board: [], dead: [], hand: [], active: { kind: "player", at: 0 }, result: null, seats: [] };
const history = [];
const speak = speaker(byId("says"));
const deck = new DeckPicker(byId("deck"), pick);
const studies = new Studies(byId("studies"));
const potOdds = new PotOdds();
const range = new RangePanel({ onChange: setRange, onPaste: layHistory });
new Presets({ onChoose: setRange, current: () => state.players[seatAt()] });
let games = new Map();
let running = null;
let timer = null;

const isActive = (kind, at) => state.active.kind === kind && (kind !== "player" || state.active.at === at);
const seatAt = () => (state.active.kind === "player" ? state.active.at : 0);
const usualGame = () => games.values().next().value;

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

/** How many cards the deck may put there. */
function places(kind) {
  const { hole, board, hand_sizes: sizes } = state.game;
  return { player: hole, board, dead: MAX_DEAD, hand: sizes[1] }[kind];
}

function pick(card) {
  const { kind } = state.active;
  const cards = activeCards();
  const isIn = cards.includes(card);
  if (!isIn && cards.length >= places(kind)) return say(t("poker.full"));
  if (kind !== "hand") keepForUndo();
  setActiveCards(isIn ? cards.filter((each) => each !== card) : [...cards, card]);
  if (kind === "player" && !isIn && cards.length + 1 === places(kind)) state.active = nextPlace(state.active.at, state) ?? state.active;
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
  fill(byId("board"), state.game.board ? partOf("board", t("poker.board"), state.game.board) : null, partOf("dead", t("poker.dead"), 1));
  fill(byId("seats"), ...state.players.map(seatOf));
  document.querySelectorAll("#seats button, #board button")[focused]?.focus({ preventScroll: true });
  byId("add").disabled = state.players.length >= mostPlayers();
  byId("undo").disabled = history.length === 0;
  showSheet();
  byId("streets").hidden = state.game.board < 5;
  showDeck();
  range.show({ text: state.players[seatAt()], at: seatAt(), game: state.game });
  showStudies();
}

/** Says something under the table and, while there are no shares, on the sheet of a phone. */
function say(message, ...more) {
  speak(message, ...more);
  if (!state.result) byId("summary").textContent = message;
}

/** The shares on the sheet of a phone. */
function showSheet() {
  const { result, players } = state;
  if (result) byId("summary").textContent = summaryWords(result);
  fill(byId("sheet-shares"), ...(result ? players.map((text, at) => sheetShare({ number: at + 1, text, result: result.players[at] })) : []));
  fill(byId("sheet-says"), result ? resultWords(result) : null);
}

/** What follows from the shares, for the active player; nothing if that player does not take part. */
function showStudies() {
  const { result, players, seats, game, board, dead } = state;
  const at = seatAt();
  potOdds.show(result?.players[at] ?? null, at + 1);
  const ready = players.filter((_, seat) => seats[seat]?.isReady);
  const place = players.slice(0, at).filter((_, seat) => seats[seat]?.isReady).length;
  studies.show(result?.players[at] ? { game, players: ready, hand: players[at], at: place, number: at + 1, board, dead } : null);
}

const partOf = (kind, title, slots) =>
  boardPart({ title, cards: state[kind], places: slots, isActive: isActive(kind), onChoose: () => activate(kind) });

function seatOf(text, at) {
  return seat({
    number: at + 1,
    text,
    places: state.game.hole,
    result: state.result?.players[at],
    note: state.seats[at],
    isActive: isActive("player", at),
    onChoose: () => activate("player", at),
    onRemove: state.players.length > 2 ? () => removePlayer(at) : null,
  });
}

const usedCards = () => [...state.players.flatMap((text) => cardsOf(text) ?? []), ...state.board, ...state.dead];

function showDeck() {
  const chosen = activeCards();
  const isHand = state.active.kind === "hand";
  const besideHand = state.game.board_sizes ? state.board : [];
  const taken = (isHand ? besideHand : usedCards()).filter((card) => !chosen.includes(card));
  deck.show(chosen, taken, state.game.ranks);
  byId("deck-for").textContent = t(`poker.fills_${state.active.kind}`, { number: seatAt() + 1 });
  byId("hand-pick").setAttribute("aria-pressed", String(isHand));
}

/** What the page says about the game itself. */
function showGame() {
  const { name, summary, hand_sizes: sizes, board_sizes: withBoard } = state.game;
  byId("game").value = name;
  byId("game-says").textContent = translated(summary);
  byId("hand-takes").textContent = cardsWords(sizes);
  byId("hand").placeholder = EXAMPLE.slice(0, sizes[0]).join(" ");
  byId("hand-note").hidden = !withBoard;
  byId("hand-note").textContent = withBoard ? t("poker.with_board", { cards: cardsWords(withBoard) }) : "";
}

/** As many players as the deck has cards for. */
function mostPlayers() {
  const { ranks, hole, board } = state.game;
  return Math.min(MAX_PLAYERS, Math.floor((4 * ranks.length - board) / hole));
}

/** Remembers the table before a change. */
function keepForUndo() {
  const { game, players, board, dead, active } = state;
  history.push({ game, players: [...players], board: [...board], dead: [...dead], active });
  if (history.length > MAX_UNDO) history.shift();
}

function undo() {
  const before = history.pop();
  if (!before) return;
  Object.assign(state, before);
  showGame();
  changed();
}

/** Deals a street: the cards of the streets before it stay. */
function dealStreet(before, count) {
  keepForUndo();
  const kept = state.board.slice(0, before);
  const used = [...usedCards().filter((card) => !state.board.includes(card)), ...kept];
  const free = shuffled(cardsIn(state.game).filter((card) => !used.includes(card)));
  state.board = [...kept, ...free.slice(0, count - kept.length)];
  changed();
}

/** Another game: what fits it stays on the table. */
function chooseGame(name) {
  keepForUndo();
  const [from, to] = [state.game, games.get(name)];
  state.game = to;
  state.board = inDeck(state.board, to).slice(0, to.board);
  state.dead = inDeck(state.dead, to);
  state.players = fitted(state.players, { from, to, taken: [...state.board, ...state.dead] });
  state.active = { kind: "player", at: seatAt() };
  showGame();
  byId("hand").value = "";
  evaluate();
  changed();
}

/** Takes a range for the active player, in the shortest form that the library writes. */
async function setRange(text) {
  const at = seatAt();
  keepForUndo();
  text = text.replace(/[[\]]/g, ""); // hand histories have cards in brackets
  state.active = { kind: "player", at };
  state.players[at] = text;
  if (text && text !== "random" && state.game.has_ranges) {
    const found = await request("range", { hands: text, game: state.game.name }).catch(() => null);
    if (found && state.players[at] === text) state.players[at] = found.range;
  }
  changed();
}

/** Lays the known hands and the board of a hand history on the table. */
async function layHistory(text) {
  try {
    const { hands, board } = await request("parse-history", { text });
    keepForUndo();
    const players = hands.slice(0, mostPlayers()).map(({ cards }) => cards.join(""));
    while (players.length < 2) players.push(newHand());
    Object.assign(state, { players, board: board.slice(0, state.game.board), dead: [], active: { kind: "player", at: 0 } });
    byId("range").value = players[0];
    changed();
  } catch (error) {
    say(sentence(error.message), "bad");
  }
}

/** Somebody has changed the table: what was wrong in the address is over. */
function changed() {
  showFault("");
  update();
}

/** Draws the table, and asks for the shares after a moment. */
function update() {
  Object.assign(state, { result: null, seats: [] });
  draw();
  if (state.game.board_sizes) evaluate();
  clearTimeout(timer);
  running?.abort();
  timer = setTimeout(work, PATIENCE);
}

const tableQuery = () => ({ game: state.game.name, players: state.players, board: state.board.join(""), dead: state.dead.join("") });

/** The address contains the game, the table and the hand to evaluate. */
function showAddress() {
  const game = state.game === usualGame() ? null : state.game.name;
  showQuery(queryOf({ ...tableQuery(), game, hand: byId("hand").value.trim() }), { replace: true });
}

/** Shows the worth of the hand in its field; while the deck fills it, not before it has enough. */
function evaluate({ isFilling = false } = {}) {
  const { name, hand_sizes: sizes, board_sizes: withBoard, has_explanation: explain } = state.game;
  const cards = byId("hand").value.trim();
  state.hand = cardsOf(cards) ?? [];
  showAddress();
  const isEnough = isFilling ? state.hand.length >= sizes[0] : cards !== "";
  if (isEnough) showWorth({ cards, game: name, explain, board: withBoard ? state.board.join("") : "" });
  else hideWorth();
}

async function work() {
  showAddress();
  running = new AbortController();
  const { signal } = running;
  try {
    const seats = await readSeats(state.players, state.game, { signal });
    await released();
    signal.throwIfAborted();
    state.seats = seats;
    const players = state.players.filter((_, at) => seats[at].isReady);
    draw();
    if (players.length < 2) return say(t("poker.too_few"));
    say(t("poker.counting"));
    const result = await request("equity", { ...tableQuery(), players }, { signal });
    state.result = spreadResult(result, seats);
    draw();
    const out = seats.flatMap(({ isReady }, at) => (isReady ? [] : [at + 1]));
    say(resultWords(result), "", out.length ? t("poker.without", { count: out.length, players: listed(out) }) : "");
  } catch (error) {
    if (error.name !== "AbortError") say(sentence(error.message), "bad");
  }
}

async function copy() {
  try {
    await navigator.clipboard.writeText(tableText(state, usualGame()));
    say(t("poker.copied"));
  } catch {
    say(t("poker.no_copy"), "bad");
  }
}

/** A hand for one more player: any, or a dealt one. */
const newHand = () => fitted([""], { from: state.game, to: state.game, taken: usedCards() })[0];

function addPlayer() {
  keepForUndo();
  state.players.push(newHand());
  state.active = { kind: "player", at: state.players.length - 1 };
  changed();
}

function removePlayer(at) {
  keepForUndo();
  state.players.splice(at, 1);
  state.active = { kind: "player", at: 0 };
  changed();
}

function empty() {
  keepForUndo();
  Object.assign(state, { players: ["", ""], board: [], dead: [], active: { kind: "player", at: 0 } });
  changed();
}

/** The table of the address; a table that is wrong stays empty, with the reason above it. */
function begin() {
  state.active = { kind: "player", at: 0 };
  try {
    layTable(readAddress(["game", "board", "dead", "hand"], ["players"]));
  } catch (error) {
    showFault(error.message);
    return showEmpty();
  }
  showGame();
  evaluate();
  update();
}

function layTable(given) {
  const name = (given.get("game") ?? "").toLowerCase();
  const game = name ? games.get(name) : usualGame();
  if (!game) throw new Error(t("poker.no_game", { given: name }));
  const [board, dead] = ["board", "dead"].map((part) => addressedCards(part, given.get(part) ?? ""));
  if (board.length > game.board) throw new Error(t(game.board ? "poker.large_board" : "poker.no_board", { cards: t("poker.card_count", { count: board.length }), game: translated(game.title), most: game.board }));
  if (dead.length > MAX_DEAD) throw new Error(t("poker.many_dead", { count: dead.length, most: MAX_DEAD }));
  const players = given.getAll("players");
  if (players.length > MAX_PLAYERS) throw new Error(t("poker.many_players", { count: players.length, most: MAX_PLAYERS }));
  if (players.length === 1) throw new Error(t("poker.one_player"));
  Object.assign(state, { game, board, dead, players: players.length ? players : usualPlayers(game) });
  byId("hand").value = given.get("hand") ?? "";
}

const usualPlayers = (game) => fitted(EXAMPLE_PLAYERS, { from: usualGame(), to: game, taken: [] });

/** The cards of a part of the address. */
function addressedCards(name, text) {
  const cards = cardsOf(text);
  if (!cards) throw new Error(t("poker.not_cards", { name, given: text }));
  return cards;
}

/** Removes all players; the address stays as it was. */
function showEmpty() {
  clearTimeout(timer);
  running?.abort();
  Object.assign(state, { game: usualGame(), players: ["", ""], board: [], dead: [], result: null });
  byId("hand").value = "";
  hideWorth();
  showGame();
  draw();
  say(t("poker.is_empty"));
}

makeSheet(byId("sheet"));

/** Everything on the page needs the rows of the games. */
async function start() {
  try {
    games = await allGames();
  } catch (error) {
    return say(sentence(error.message), "bad");
  }
  byId("table").inert = false; // until now, a click would have found no game
  fill(byId("game"), ...gameOptions(games));
  byId("game").addEventListener("change", () => chooseGame(byId("game").value));
  byId("add").addEventListener("click", addPlayer);
  byId("copy").addEventListener("click", copy);
  byId("empty").addEventListener("click", empty);
  byId("undo").addEventListener("click", undo);
  fill(byId("streets"), ...streetButtons(dealStreet));
  byId("hand-pick").addEventListener("click", () => activate("hand"));
  byId("hand-form").addEventListener("submit", (event) => {
    event.preventDefault();
    evaluate();
    showDeck();
  });
  onQueryChange(begin);
  begin();
}

start();
