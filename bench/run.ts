/**
 * `npm run bench`: measures the running product next to a known baseline, in the same run.
 * `--quick`: few rounds · `--only tokens,context,sizes,round-trip,streaming,viewers,viewport,page,objects,cpu,ticks,automations,mcp,corewar,agents,permissions,terminals` · `--json <file>`.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from '../scripts/children.ts'
import { ROOT } from '../scripts/paths.ts'
import { startStack } from '../scripts/stack/stack.ts'
import { automations } from './cases/automations.ts'
import { context } from './cases/context.ts'
import { corewar } from './cases/corewar.ts'
import { agents } from './cases/desk/agents.ts'
import { permissions } from './cases/desk/permissions.ts'
import { terminals } from './cases/desk/terminals.ts'
import { editorTicks } from './cases/editor-ticks.ts'
import { mcp } from './cases/mcp.ts'
import { mcpRemote } from './cases/mcp-remote.ts'
import { objects } from './cases/objects.ts'
import { page } from './cases/page.ts'
import { roundTrip } from './cases/round-trip.ts'
import { sizes } from './cases/sizes.ts'
import { streaming } from './cases/streaming.ts'
import { tokens } from './cases/tokens.ts'
import { turnCpu } from './cases/turn-cpu.ts'
import { viewers } from './cases/viewers.ts'
import { viewport } from './cases/viewport.ts'
import { startModelServer } from './model-server.ts'
import { Parts } from './parts.ts'
import { machine, table } from './report.ts'

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		only: {
			type: 'string',
			default:
				'tokens,context,sizes,round-trip,streaming,viewers,viewport,page,objects,cpu,ticks,automations,mcp,corewar,agents,permissions,terminals',
		},
		json: { type: 'string' },
	},
})
const wanted = new Set(values.only.split(','))
const say = (text: string): void => void process.stderr.write(`${text}\n`)
const parts = new Parts(wanted, say)
const part: Parts['part'] = (...args) => parts.part(...args)

async function withStack(): Promise<void> {
	const dir = await mkdtemp(join(tmpdir(), 'fairlead-bench-stack-'))
	const server = await startModelServer()
	try {
		const stack = await startStack({
			port: 0,
			dir,
			env: {
				...process.env,
				ANTHROPIC_API_KEY: 'bench',
				ANTHROPIC_BASE_URL: server.url,
				// One machine asks in a storm as much as many do in use.
				RATE_LIMITS: 'off',
			},
			onStep: say,
		})
		try {
			await part('round-trip', 'Round trips', async () => [await roundTrip(stack, values.quick)])
			await part('mcp', 'MCP through the Worker', async () => [
				await mcpRemote(stack, values.quick),
			])
			await part('streaming', 'Streaming', async () => [
				await streaming(stack, server, values.quick),
			])
			await part('viewers', 'A hundred viewers', async () => [
				await viewers(stack, server, values.quick),
			])
			await part('viewport', 'The viewport', async () => [await viewport(stack, values.quick)])
			await part('page', 'The page on a slow computer', async () => [
				await page(stack, server, values.quick),
			])
		} finally {
			await stack.stop()
		}
	} finally {
		await server.close()
		await rm(dir, { recursive: true, force: true })
	}
}

await part('tokens', 'Tokens of a first call', async () => [tokens()])
await part('context', 'A conversation of 200 turns', context)
await part('objects', 'What the objects store, ask and hold', objects)
await part('cpu', 'CPU of a turn', async () => [await turnCpu(values.quick)])
await part('automations', 'Automations under load', () => automations(values.quick))
await part('mcp', 'MCP over stdio', async () => [await mcp(values.quick)])
await part('corewar', 'Core War beside pMARS', () => corewar(values.quick, say))
await part('agents', 'Coding agents on a computer', () => agents(values.quick, say))
await part('permissions', 'Permissions of coding agents', () => permissions(values.quick, say))
await part('terminals', 'Terminals', () => terminals(values.quick, say))
await part('ticks', 'Ticks of the Unity package', async () => {
	const section = await editorTicks(say)
	return section === null ? [] : [section]
})
if (
	['round-trip', 'mcp', 'streaming', 'viewers', 'viewport', 'page'].some((name) => wanted.has(name))
) {
	await parts.attempt('The stack', withStack)
}
await part('sizes', 'Sizes', async () => {
	// Also if nothing was built yet.
	if (!['web/dist/index.html', 'relay-cli/dist'].every((path) => existsSync(join(ROOT, path)))) {
		say('Building what is measured')
		const { code } = await run(join(ROOT, 'scripts', 'build.ts'), [])
		if (code !== 0) throw new Error('It does not build: npm run build says why.')
	}
	return [await sizes()]
})

const { sections, failed } = parts
const result = { machine: machine(), sections }
console.log(table(sections))
console.log(`\n${JSON.stringify(result)}`)
if (values.json) await writeFile(values.json, `${JSON.stringify(result, null, '\t')}\n`)
if (failed) process.exitCode = 1
