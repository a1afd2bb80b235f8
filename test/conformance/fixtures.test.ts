/** Every example of the contract is sent to the editor or the relay, and the answer has the members of the example. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allTools, type ToolName } from '@fairlead/protocol/tools'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { argsHashOf } from '../../relay-cli/test/kit/support.ts'
import { ROOT } from '../../scripts/paths.ts'
import { ALL_CASES } from './kit/all-cases.ts'
import { isBeyond, type SetUp } from './kit/cases.ts'
import { Desk } from './kit/desk.ts'
import { cubeWith } from './kit/examples.ts'

interface ContractCase {
	readonly tool: ToolName
	readonly action: string
	readonly name: string
	readonly args: Record<string, unknown>
	readonly params: Record<string, unknown>
	readonly argsHash: string
	readonly result: unknown
}
type Example = Omit<ContractCase, 'tool'>

const EXAMPLES: readonly ContractCase[] = allTools
	.filter((tool) => tool.runsOn === 'editor' || tool.runsOn === 'relay')
	.flatMap((tool) => {
		const file = join(ROOT, 'protocol', 'schemas', `${tool.name}.json`)
		const { examples } = JSON.parse(readFileSync(file, 'utf8')) as { examples: Example[] }
		return examples.map((example): ContractCase => ({ ...example, tool: tool.name as ToolName }))
	})

let desk: Desk
/** In `Assets/` before the first example. */
const initial = new Set<string>()
beforeAll(async () => {
	desk = await Desk.open()
	for (const name of readdirSync(join(desk.project, 'Assets'))) initial.add(name)
})
afterAll(() => desk?.close())

const setUpOf = (tool: ToolName, action: string): SetUp =>
	ALL_CASES.find((list) => list.tool === tool && list.setUps.has(action))?.setUps.get(action) ??
	cubeWith()

/** The arguments with other names in them. */
const renamed = <T>(args: T, names: ReadonlyMap<string, string>): T =>
	[...names].reduce<T>(
		(said, [from, to]) => JSON.parse(JSON.stringify(said).replaceAll(`"${from}"`, `"${to}"`)),
		args,
	)

/** Scripts stay, since each removal is a compile; scenes are replaced by `fresh`. */
const KEPT = new Set(['Scripts', 'Scenes'])

/** Removes what earlier examples left on disk. */
async function clear(): Promise<void> {
	const left = readdirSync(join(desk.project, 'Assets'), { withFileTypes: true })
		.filter((one) => one.isDirectory() && !KEPT.has(one.name) && !initial.has(one.name))
		.map((one) => `Assets/${one.name}`)
	for (const path of [...left, 'Assets/Scenes/Level2.unity'])
		await desk.call('unity_asset', { action: 'delete', path })
}

/** The members of the example exist, with the same types; lists are compared by their first element. */
function expectShape(actual: unknown, example: unknown, path = 'result'): void {
	if (example === null || actual === null) return
	if (Array.isArray(example)) {
		expect(Array.isArray(actual), path).toBe(true)
		const [one, other] = [example[0], (actual as unknown[])[0]]
		if (one !== undefined && other !== undefined) expectShape(other, one, `${path}[0]`)
		return
	}
	expect(typeof actual, path).toBe(typeof example)
	if (typeof example !== 'object' || path.endsWith('.settings')) return
	for (const [key, value] of Object.entries(example)) {
		expect(Object.keys(actual as object), path).toContain(key)
		expectShape((actual as Record<string, unknown>)[key], value, `${path}.${key}`)
	}
}

describe('the contract', () => {
	test.each(EXAMPLES.map((one) => [`${one.tool} ${one.action}: ${one.name}`, one] as const))(
		'%s',
		async (_, { tool, action, args, params, argsHash, result }) => {
			expect(argsHashOf(tool, params)).toBe(argsHash)
			await desk.fresh()
			await clear()
			if (isBeyond(tool, action)) {
				await desk.fails(tool, args, 'unsupported')
				return
			}
			// A desk allows it to nobody until a person there says so; relay-cli/test has the answers.
			if (tool === 'editor_dialog') {
				await desk.fails(tool, args, 'denied')
				return
			}
			// No agent waits for it here; relay-cli/test runs one that does.
			if (tool === 'agent_permission') {
				await desk.fails(tool, args, 'not_found')
				return
			}
			const names = new Map<string, string>()
			await setUpOf(tool, action)(desk, names)
			// Ids are the editor's own: the example's stands for the cube.
			names.set('1204', (await desk.look('/Cube'))?.instanceId ?? '1204')
			expectShape(await desk.ok(tool, renamed(args, names)), result)
		},
	)
})
