/** A run's SSE frames as visitors with a share link get them. Pure. */
import type { UiChunk } from '@fairlead/protocol/conversations/ui-chunks'
import type { SeenCalls } from './shared-calls.ts'
import { sharedChunk } from './shared-parts.ts'
import { SharedText } from './shared-text.ts'

const DATA = 'data: '
const decoder = new TextDecoder()
const encoder = new TextEncoder()

/**
 * `pieces`: each of whole frames. Comments and the end of the stream pass. Words that may be half a path wait for
 * the rest, together with all that follows them: a visitor who comes back has a cursor before them. A stream that
 * is cut there ends without them, for they are read again.
 */
export async function* sharedFrames(
	pieces: AsyncIterable<Uint8Array>,
	calls: SeenCalls,
): AsyncGenerator<Uint8Array> {
	const text = new SharedText<readonly string[]>()
	for await (const piece of pieces) {
		const shown = decoder
			.decode(piece)
			.split('\n\n')
			.flatMap((frame) => sharedFrame(frame, calls, text))
			.map((frame) => `${frame}\n\n`)
		if (shown.length > 0) yield encoder.encode(shown.join(''))
	}
}

/** The frames that can be shown now. */
function sharedFrame(
	frame: string,
	calls: SeenCalls,
	text: SharedText<readonly string[]>,
): string[] {
	if (frame === '') return []
	const lines = frame.split('\n')
	const at = lines.findIndex((line) => line.startsWith(DATA))
	const data = lines[at]?.slice(DATA.length)
	if (data === undefined) return lines.every((line) => line.startsWith(':')) ? [frame] : []
	if (data === '[DONE]') return [frame]
	const chunk = sharedChunk(JSON.parse(data) as UiChunk, calls)
	if (chunk === null) return []
	return text
		.next(chunk, lines)
		.map(({ chunk, from }) =>
			from
				.map((line) => (line.startsWith(DATA) ? `${DATA}${JSON.stringify(chunk)}` : line))
				.join('\n'),
		)
}
