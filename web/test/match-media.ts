/** Node has no `matchMedia`, which modules of the page ask as they load: the first file of a worker must not decide whether they can. */
globalThis.matchMedia ??= ((media: string) => ({
	media,
	matches: true,
	addEventListener: () => undefined,
	removeEventListener: () => undefined,
})) as never
