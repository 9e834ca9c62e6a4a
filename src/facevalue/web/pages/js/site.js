// Whether this copy of the pages is next to the JSON API; `facevalue serve` replaces this module.
export const HAS_API = false;
