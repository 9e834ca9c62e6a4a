// A page that needs only the value of a hand.
import { value } from "facevalue/poker";

document.body.textContent = JSON.stringify(value("AhKhQhJhTh"));
