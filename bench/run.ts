/**
 * `npm run bench`: measures the running product beside something known, in the same run.
 * `--quick`: few rounds · `--only tokens,sizes,round-trip,streaming,viewers,objects,cpu,ticks` · `--json <file>`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startStack } from '../scripts/stack.ts'
import { editorTicks } from './cases/editor-ticks.ts'
import { objects } from './cases/objects.ts'
import { roundTrip } from './cases/round-trip.ts'
import { sizes } from './cases/sizes.ts'
import { streaming } from './cases/streaming.ts'
import { tokens } from './cases/tokens.ts'
import { turnCpu } from './cases/turn-cpu.ts'
import { viewers } from './cases/viewers.ts'
import { startModelServer } from './model-server.ts'
import { machine, type Section, table } from './report.ts'

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		only: {
			type: 'string',
			default: 'tokens,sizes,round-trip,streaming,viewers,objects,cpu,ticks',
		},
		json: { type: 'string' },
	},
})
const wanted = new Set(values.only.split(','))
const sections: Section[] = []
const say = (text: string): void => void process.stderr.write(`${text}\n`)

if (wanted.has('tokens')) sections.push(tokens())
if (wanted.has('objects')) {
	say('What the objects store, ask and hold …')
	sections.push(...(await objects()))
}
if (wanted.has('cpu')) {
	say('CPU of a turn …')
	sections.push(await turnCpu(values.quick))
}
if (wanted.has('ticks')) {
	say('Ticks of the Unity package …')
	const section = await editorTicks(say)
	if (section !== null) sections.push(section)
}
if (wanted.has('round-trip') || wanted.has('streaming') || wanted.has('viewers')) {
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-bench-stack-'))
	const server = await startModelServer()
	const stack = await startStack({
		port: 0,
		dir,
		env: { ...process.env, ANTHROPIC_API_KEY: 'bench', ANTHROPIC_BASE_URL: server.url },
		onStep: say,
	})
	try {
		if (wanted.has('round-trip')) {
			say('Round trips …')
			sections.push(await roundTrip(stack, values.quick))
		}
		if (wanted.has('streaming')) {
			say('Streaming …')
			sections.push(await streaming(stack, server, values.quick))
		}
		if (wanted.has('viewers')) {
			say('A hundred viewers …')
			sections.push(await viewers(stack, server, values.quick))
		}
	} finally {
		await stack.stop()
		await server.close()
		await rm(dir, { recursive: true, force: true })
	}
}
if (wanted.has('sizes')) {
	say('Sizes …')
	sections.push(await sizes())
}

const result = { machine: machine(), sections }
console.log(table(sections))
console.log(`\n${JSON.stringify(result)}`)
if (values.json) await writeFile(values.json, `${JSON.stringify(result, null, '\t')}\n`)
