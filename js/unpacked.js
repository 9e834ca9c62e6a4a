// The bytes of a compiled core in the package of npm, which are deflated and in base 64.

import { inflateSync } from "fflate";

export const unpacked = (text) => inflateSync(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
