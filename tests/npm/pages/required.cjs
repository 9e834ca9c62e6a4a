// The same with require.
const { equity, evaluate, poker, solve, value } = require("facevalue");
const { count } = require("facevalue/puzzle");
const { winners } = require("facevalue/poker");

equity(["AhKh", "QsQd"]).then(({ players }) => {
  const found = [
    solve("8 8 3 3").solutions[0].expression,
    count("8 8 3 3"),
    value("AhKhQhJhTh"),
    evaluate("7H 7S 7D AS AC").description,
    winners(["AhKh", "QsQd"], { board: "2c3c4c5d7h" }),
    [...poker.values(new Uint8Array([0, 1, 2, 3, 4]), 5)],
    players[0].equity.fraction,
  ];
  console.log(JSON.stringify(found));
});
