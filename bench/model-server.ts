/**
 * A Messages API that streams numbered deltas at a chosen pace, as bare as possible: the
 * fakes of the tests check and record too much to be timed. Each delta carries the time it
 * was written (`performance.timeOrigin + performance.now()`, ms), so that its reader in
 * this process knows how long it took.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ModelServer {
	readonly url: string
	/** Epoch ms of the last request's first delta. */
	readonly firstDeltaAt: () => number
	/**
	 * Settings for the next answers. `paceMs` 0: as fast as possible, `burst` deltas at once (default {@link BURST}).
	 * `thinkMs`: before the first delta · `holdMs`: between the last delta and the end.
	 */
	set(options: {
		deltas: number
		paceMs: number
		thinkMs?: number
		holdMs?: number
		burst?: number
		/** Words, lists and code in the place of the times, as a person gets to read them. */
		prose?: boolean
	}): void
	close(): Promise<void>
}

export const epochNow = (): number => performance.timeOrigin + performance.now()

const event = (type: string, data: object): string =>
	`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`

/** Deltas written together when the pace is 0: a fast model's packets hold several. Most send one in each. */
export const BURST = 8

/** Text in a model's manner: a paragraph, a list and a script, a word or two in each delta. */
const PROSE: readonly string[] =
	`The cube **Keeper** stands at (0, 3, 0) and falls when the game starts, since it has a Rigidbody now. Its mass is 1 kg and drag is 0.05.

- The floor is a *Plane* with a \`BoxCollider\`
- The light points down at 50°

\`\`\`csharp
public class Spin : MonoBehaviour
{
	[SerializeField] float speed = 90f;
	void Update() => transform.Rotate(0f, speed * Time.deltaTime, 0f);
}
\`\`\`

`.match(/\S*\s+/g) ?? []

export async function startModelServer(): Promise<ModelServer> {
	let deltas = 10
	let paceMs = 0
	let thinkMs = 0
	let holdMs = 0
	let burst = BURST
	let prose = false
	let first = 0
	const server = createServer(async (request, response) => {
		let asked = ''
		for await (const bytes of request) asked += String(bytes)
		// A model's name may set the number of deltas: `claude-bench-10000`.
		const wanted = Number(/"model":"[a-z-]+-(\d+)"/.exec(asked)?.[1] ?? deltas)
		response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'bench' })
		response.write(
			event('message_start', {
				message: {
					id: `msg_${Math.random().toString(36).slice(2)}`,
					type: 'message',
					role: 'assistant',
					model: 'claude-bench',
					content: [],
					stop_reason: null,
					stop_sequence: null,
					usage: { input_tokens: 10, output_tokens: 1 },
				},
			}) + event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
		)
		if (thinkMs > 0) await sleep(thinkMs)
		first = epochNow()
		let written = 0
		const delta = (): string =>
			event('content_block_delta', {
				index: 0,
				delta: {
					type: 'text_delta',
					text: prose ? PROSE[written++ % PROSE.length] : `${epochNow().toFixed(3)} `,
				},
			})
		if (paceMs === 0) {
			for (let i = 0; i < wanted; i += burst) {
				let text = ''
				for (let j = i; j < Math.min(wanted, i + burst); j++) text += delta()
				const full = !response.write(text)
				if (full) await new Promise((resolve) => response.once('drain', resolve))
				// One packet each: writes within one turn of the event loop are sent together.
				else if (burst === 1) await new Promise((resolve) => setImmediate(resolve))
			}
		} else {
			for (let i = 0; i < wanted; i++) {
				response.write(delta())
				await sleep(paceMs)
			}
		}
		if (holdMs > 0) await sleep(holdMs)
		response.end(
			event('content_block_stop', { index: 0 }) +
				event('message_delta', {
					delta: { stop_reason: 'end_turn', stop_sequence: null },
					usage: { output_tokens: wanted },
				}) +
				event('message_stop', {}),
		)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	// The process does not wait for it.
	server.unref()
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		firstDeltaAt: () => first,
		set(options) {
			deltas = options.deltas
			paceMs = options.paceMs
			thinkMs = options.thinkMs ?? 0
			holdMs = options.holdMs ?? 0
			burst = options.burst ?? BURST
			prose = options.prose ?? false
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}
