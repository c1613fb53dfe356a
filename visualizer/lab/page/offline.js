// Keeps the site's files in the browser, so that the next visit needs no network. Another build of the site has other names.
const BUILD = "OF_BUILD", FILES = ["OF_FILES"];
const OURS = `solvescope ${registration.scope} `, CACHE = OURS + BUILD;

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(["./", ...FILES].map((name) => new Request(name, { cache: "no-cache" }))); // none that is out of date
}

async function forget() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function answer(request) {
  const cache = await caches.open(CACHE), kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok) cache.put(request, found.clone()); // what only some visitors need
  return found;
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("fetch", (event) => event.request.method === "GET" && event.request.url.startsWith(registration.scope) && event.respondWith(answer(event.request)));
