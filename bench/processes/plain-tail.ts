/**
 * `plain-tail.ts <folder>`: reads what is appended to its `.jsonl` files every 100 ms and parses each line, as a script
 * that only prints the newest tool would. Prints READY.
 */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

const LOOK_MS = 100
const [folder = ''] = process.argv.slice(2)
const buffer = Buffer.alloc(1024 * 1024)
const newest = new Map<string, string>()

/** From their ends on: what is there already is not what is measured. */
const files = readdirSync(folder)
	.filter((name) => name.endsWith('.jsonl'))
	.map((name) => ({ name, file: openSync(join(folder, name), 'r'), rest: '' }))

setInterval(() => {
	for (const one of files) {
		const count = readSync(one.file, buffer, 0, buffer.length, null)
		if (count === 0) continue
		const lines = (one.rest + buffer.toString('utf8', 0, count)).split('\n')
		one.rest = lines.pop() ?? ''
		for (const line of lines) {
			const { message } = JSON.parse(line) as { message?: { content?: unknown } }
			if (Array.isArray(message?.content)) newest.set(one.name, JSON.stringify(message.content[0]))
		}
	}
}, LOOK_MS)
process.once('SIGTERM', () => {
	for (const { file } of files) closeSync(file)
	process.exit()
})
console.log('READY')
