import { count, type Fraction, solve } from "facevalue";
import facevalue = require("facevalue/poker");

const target: Fraction = solve("8 8 3 3").target;
const hand: number = facevalue.value("AhKhQhJhTh");
facevalue.equity(["AhKh", "QsQd"]).then(({ exact }: facevalue.Equity) => console.log(`${target}`, hand, exact, count("8 8 3 3")));
