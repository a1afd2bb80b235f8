/** `cloudflare:workers` as far as the objects use it. */
export class DurableObject {
	readonly ctx: unknown
	readonly env: unknown

	constructor(ctx: unknown, env: unknown) {
		this.ctx = ctx
		this.env = env
	}
}

/** Work that outlives its request: it fails by itself. */
export function waitUntil(work: Promise<unknown>): void {
	work.catch(() => undefined)
}
