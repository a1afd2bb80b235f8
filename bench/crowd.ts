/**
 * Many viewers, in a separate process from the run's.
 * Arguments: address of the stream, its headers as JSON, how many. Prints the deltas that each of them received, as a JSON list.
 */
import { framesOf } from './frames.ts'

const [url = '', headers = '{}', count = '0'] = process.argv.slice(2)

const heard = await Promise.all(
	Array.from({ length: Number(count) }, async () => {
		let deltas = 0
		const response = await fetch(url, { headers: JSON.parse(headers) as Record<string, string> })
		for await (const { frame } of framesOf(response, () => 0)) {
			if (frame.includes('"type":"text-delta"')) deltas++
		}
		return deltas
	}),
)
process.stdout.write(JSON.stringify(heard))
