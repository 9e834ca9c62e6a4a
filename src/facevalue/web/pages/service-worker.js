// Keeps the exported pages for use without a network. `files.js` is written by
// `facevalue serve --export`, which adds the version to its name here: a new version makes the
// browser fetch everything again, though it may keep copies of files.

importScripts("files.js");

// One host may have several copies: each has separate caches.
const OWN = `facevalue ${self.registration.scope} `;
const CACHE = OWN + self.VERSION;

/** Keeps a file, fresh and without the mark of a redirect, which a browser does not take. */
async function keep(cache, path) {
  const found = await fetch(new Request(path, { cache: "reload" }));
  if (!found.ok) throw new Error(`${path} was answered with ${found.status}`);
  await cache.put(path, new Response(await found.blob(), { headers: found.headers }));
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  await Promise.all(self.FILES.map((path) => keep(cache, path)));
  await self.skipWaiting();
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));

async function forgetOlder() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OWN) && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(forgetOlder()));

async function answer(request) {
  // The pages of `facevalue serve` link to their files at addresses with the version.
  const address = request.url.replace(`/v/${self.VERSION}/`, "/");
  const cache = await caches.open(CACHE);
  const kept = await cache.match(address, { ignoreSearch: true });
  if (kept || request.mode !== "navigate") return kept ?? fetch(request);
  // A server may also answer to the name of a page without .html.
  const { origin, pathname } = new URL(address);
  return (await cache.match(`${origin}${pathname}.html`)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  // The query of a page is in its address and does not change its file.
  event.respondWith(answer(event.request));
});
