"""The hands that a player may hold, each with a weight: hold'em and Omaha ranges."""
