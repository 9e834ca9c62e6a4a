// What this copy of the pages is. `facevalue serve --export` writes this file with true: those
// pages answer from data/*.json, because a static host has no API.
export const EXPORTED = false;
