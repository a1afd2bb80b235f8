/** The product's own HTTP routes, in front of the simulated objects: they decide all permissions. */
import type { Life, ObjectHost } from './object-host.ts'
import { type RpcNet, stub } from './rpc.ts'

export const ORIGIN = 'https://fairlead.invalid'
const ON_THE_WAY_MS = 2

/** Work after the answer goes on by itself, and may fail. */
const CONTEXT = {
	waitUntil: (work: Promise<unknown>): void => void work.catch(() => undefined),
	passThroughOnException: (): void => undefined,
	props: {},
}

interface App {
	fetch(request: Request, env: never, ctx: typeof CONTEXT): Response | Promise<Response>
}

interface Fetching {
	alarm?(): Promise<void>
	fetch(request: Request): Promise<Response>
}

/** A namespace with stubs as routes use them: methods and `fetch`. */
export function namespace<T extends Fetching>(
	net: RpcNet,
	host: ObjectHost<T>,
): { getByName(): unknown } {
	const fetching = async (request: Request): Promise<Response> => {
		await net.scheduler.sleep(ON_THE_WAY_MS)
		const { instance, life } = host.get()
		const answer = await instance.fetch(request)
		return answer.body ? new Response(endingWith(answer.body, life), answer) : answer
	}
	return {
		getByName: () => {
			const methods = stub(net, host, null)
			return new Proxy(methods, {
				get: (target, name) => (name === 'fetch' ? fetching : Reflect.get(target, name)),
			})
		},
	}
}

/** Output of an instance after its end is dropped. */
function endingWith(body: ReadableStream<Uint8Array>, life: Life): ReadableStream<Uint8Array> {
	const reader = body.getReader()
	const gone = life.ended.then((): null => null)
	return new ReadableStream<Uint8Array>({
		async pull(controller) {
			const next = await Promise.race([reader.read(), gone])
			if (next === null || !life.alive) controller.error(new Error('The object was reset.'))
			else if (next.done) controller.close()
			else controller.enqueue(next.value)
		},
		cancel: (reason) => reader.cancel(reason),
	})
}

export class Http {
	readonly #app: App
	readonly #env: never

	constructor(app: App, env: object) {
		this.#app = app
		this.#env = env as never
	}

	/** Like a request of our page, with the session's cookie. */
	async ask(
		method: string,
		path: string,
		secret: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<Response> {
		const request = new Request(`${ORIGIN}${path}`, {
			method,
			headers: {
				origin: ORIGIN,
				cookie: `__Host-fairlead=${secret}`,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		})
		return this.#app.fetch(request, this.#env, CONTEXT)
	}
}
