// What this copy of the pages is. `facevalue serve --export` writes this file with true: those
// pages answer with the core in the browser, because a static host has no API.
export const EXPORTED = false;
