// Where the compiled core is. In the package of npm, this module has its bytes instead.
export const source = () => new URL("../../deals.wasm", import.meta.url);
