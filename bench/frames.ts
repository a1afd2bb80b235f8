/** The frames of an SSE stream, as they come. */

/**
 * Each frame with the time at which the bytes that completed it were read.
 * @throws with the answer's text if it is not a stream
 */
export async function* framesOf(
	response: Response,
	now: () => number,
): AsyncGenerator<{ readonly frame: string; readonly at: number }> {
	if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
	let rest = ''
	const decoder = new TextDecoder()
	for await (const bytes of response.body) {
		const at = now()
		const frames = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
		rest = frames.pop() ?? ''
		for (const frame of frames) yield { frame, at }
	}
}
