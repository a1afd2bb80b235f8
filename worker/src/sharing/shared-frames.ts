/** A run's SSE frames as visitors with a share link get them. Pure. */
import type { UiChunk } from '@fairlead/protocol/ui-chunks'
import { sharedChunk, type ToolNames } from './shared-parts.ts'

const DATA = 'data: '
const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** `pieces`: each of whole frames. Comments and the end of the stream pass. */
export async function* sharedFrames(
	pieces: AsyncIterable<Uint8Array>,
	tools: ToolNames,
): AsyncGenerator<Uint8Array> {
	for await (const piece of pieces) {
		const shown = decoder
			.decode(piece)
			.split('\n\n')
			.map((frame) => sharedFrame(frame, tools))
			.filter((frame) => frame !== null)
			.map((frame) => `${frame}\n\n`)
		if (shown.length > 0) yield encoder.encode(shown.join(''))
	}
}

/** Null: nothing of it is shown. */
function sharedFrame(frame: string, tools: ToolNames): string | null {
	if (frame === '') return null
	const lines = frame.split('\n')
	const at = lines.findIndex((line) => line.startsWith(DATA))
	const data = lines[at]?.slice(DATA.length)
	if (data === undefined) return lines.every((line) => line.startsWith(':')) ? frame : null
	if (data === '[DONE]') return frame
	const chunk = sharedChunk(JSON.parse(data) as UiChunk, tools)
	return chunk && lines.with(at, `${DATA}${JSON.stringify(chunk)}`).join('\n')
}
