/** A typed client of a Fairlead server, for scripts and other programs. */
import createClient, { type Client, type Middleware } from 'openapi-fetch'
import type { paths } from './openapi.ts'
import { errorOf } from './problem.ts'
import { chunksOf, type StreamChunk } from './stream.ts'

export interface FairleadOptions {
	/** The server, such as `https://fairlead.example`. */
	readonly origin: string
	/** An API token from the settings, `flt_…`. */
	readonly token?: string
	/** Sent with every request. */
	readonly headers?: Readonly<Record<string, string>>
	/** Default: the global one. */
	readonly fetch?: typeof fetch
	/** How long a request may take until its answer begins, in milliseconds. Default: 30,000. */
	readonly timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 30_000

type MessageBody = NonNullable<
	paths['/api/conversations/{conversationId}/messages']['post']['requestBody']
>['content']['application/json']
type Own = Extract<MessageBody, { message: unknown }>
/** The model and mode of a message, and how it enters a run under way. */
export type MessageOptions = Omit<Own, 'message'> & {
	/** A repeated id is the same message, never a second one. Default: a new one. */
	readonly id?: string
}

export interface Fairlead {
	/**
	 * Every operation of the API, by method and path: `api.GET('/api/projects')`. A refusal throws a
	 * {@link FairleadError}; {@link done} unwraps the rest.
	 */
	readonly api: Client<paths>
	/** Sends a message and yields the answer's chunks until it ends or asks for an approval. */
	say(conversationId: string, text: string, options?: MessageOptions): AsyncGenerator<StreamChunk>
	/** Yields the chunks of the run under way, from its beginning; nothing if there is none. */
	follow(conversationId: string): AsyncGenerator<StreamChunk>
}

const CONVERSATION = '/api/conversations/{conversationId}'

export function createFairlead(options: FairleadOptions): Fairlead {
	const { origin, token, headers, timeoutMs = DEFAULT_TIMEOUT_MS } = options
	const send = options.fetch ?? fetch
	const api = createClient<paths>({
		baseUrl: origin.replace(/\/+$/, ''),
		headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
		fetch: (request) => withinTime(send, request, timeoutMs),
	})
	const refusals: Middleware = {
		async onResponse({ response }) {
			if (!response.ok) throw await errorOf(response)
			return undefined
		},
	}
	api.use(refusals)

	const stream = async (conversationId: string, cursor: string | null): Promise<Response> => {
		const { response } = await api.GET(`${CONVERSATION}/stream`, {
			params: { path: { conversationId }, query: cursor === null ? {} : { cursor } },
			parseAs: 'stream',
		})
		return response
	}
	const reading = (conversationId: string) => ({
		open: (cursor: string | null) => stream(conversationId, cursor),
		sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
	})

	return {
		api,
		async *say(conversationId, text, { id = crypto.randomUUID(), ...more } = {}) {
			const { response } = await api.POST(`${CONVERSATION}/messages`, {
				params: { path: { conversationId } },
				body: { message: { id, role: 'user', parts: [{ type: 'text', text }] }, ...more },
				parseAs: 'stream',
			})
			yield* chunksOf(response, reading(conversationId))
		},
		async *follow(conversationId) {
			yield* chunksOf(await stream(conversationId, null), reading(conversationId))
		},
	}
}

/** Bounds the time until the answer begins; its body may take as long as it takes. */
async function withinTime(
	send: typeof fetch,
	request: Request,
	timeoutMs: number,
): Promise<Response> {
	const late = new AbortController()
	const timer = setTimeout(
		() => late.abort(new DOMException('No answer', 'TimeoutError')),
		timeoutMs,
	)
	try {
		return await send(request, { signal: AbortSignal.any([request.signal, late.signal]) })
	} finally {
		clearTimeout(timer)
	}
}

/** The data of an answer: `const { projects } = await done(api.GET('/api/projects'))`. */
export async function done<Data>(
	answering: Promise<{ readonly data?: Data; readonly response: Response }>,
): Promise<Data> {
	const { data, response } = await answering
	if (data === undefined && response.status !== 204) throw await errorOf(response)
	return data as Data
}
