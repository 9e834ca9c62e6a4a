// The error of a query.

/** An answer that is an error: its sentence, and the place in the text where there is one. */
export class ApiError extends Error {
  constructor(message, { error = "unreachable", position = null, limit = null, status = 0 } = {}) {
    super(message);
    Object.assign(this, { error, position, limit, status });
  }
}
