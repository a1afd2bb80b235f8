/** Groups of commands in Unity's bridge: those since version 0.9, those that are only classes, and packages that are not Unity's. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errorOf, PipelineDesk, resultOf } from './pipeline-desk.ts'
import { TEST_TIMEOUT_MS, until } from './support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let desk: PipelineDesk
beforeEach(async () => {
	desk = await PipelineDesk.open()
})
afterEach(() => desk.bench.end())

interface Told {
	readonly customTools?: readonly { readonly name: string; readonly risk: string }[]
}

/** The seat may be told before its commands are listed. */
const risks = async (): Promise<Record<string, string>> => {
	const told = () => (desk.room.heard('seat.updated') as Told[]).at(-1)?.customTools
	const tools = await until('its tools', told)
	return Object.fromEntries(tools.map(({ name, risk }) => [name, risk]))
}

it('our tools find their commands in the groups', async () => {
	desk.unity.groupsCommands()
	await desk.reached()
	// This version cannot create and place at once, under a name that we know.
	const made = resultOf(await desk.create({ position: [0, 3, 0] }))
	expect(made).toMatchObject({ path: '/Cube' })
	expect(
		resultOf(
			await desk.call('unity_component', {
				action: 'add',
				game_object_id: made['instanceId'],
				component_type: 'Rigidbody',
				properties: { mass: 5 },
			}),
		),
	).toMatchObject({ results: [{ property: 'mass', success: true, newValue: 5 }] })
	expect(
		resultOf(await desk.call('unity_query', { action: 'inspect_object', instance_id: '/Cube' })),
	).toMatchObject({ components: [{ properties: { m_LocalPosition: [0, 3, 0] } }, {}, {}, {}] })
	expect(resultOf(await desk.call('unity_play', { action: 'enter' }))).toMatchObject({
		isPlaying: true,
	})
	expect(resultOf(await desk.call('unity_refresh', {}))).toMatchObject({ recompiled: true })
	const words = desk.unity.asked().map(({ argv }) => argv.slice(0, 3).join(' '))
	expect(words).toContain('command gameobject create')
	expect(words).toContain('command editor.playmode start')
})

it('a command that the project groups and names like a read of Unity’s is asked about, and runs as what it is', async () => {
	desk.unity.groupsCommands()
	await desk.reached()
	expect(await risks()).toMatchObject({
		pipeline_gameobject_get_wave: 'execute',
		pipeline_asset_delete: 'destructive',
	})
	// Cut off after it ran: a read would run again.
	desk.unity.misbehaves({ on: 'gameobject get_wave', do: 'die-after' })
	const cut = await desk.call('pipeline_gameobject_get_wave', { count: 1 })
	expect(errorOf(cut).code).toBe('effect_unknown')
	expect(desk.unity.executed()).toEqual(['spawn_wave'])
})

it('no command of a changed copy of the package counts as Unity’s', async () => {
	desk.unity.groupsCommands()
	desk.unity.install(desk.path, 'embedded')
	await desk.reached()
	expect(new Set(Object.values(await risks()))).toEqual(new Set(['execute']))
	expect(errorOf(await desk.create()).code).toBe('unsupported')
	expect(desk.unity.executed()).toEqual([])
})

it('a group that all commands of a version have is no word of its command line', async () => {
	desk.unity.classesCommands()
	await desk.reached()
	expect(await risks()).toMatchObject({ pipeline_spawn_wave: 'execute' })
	expect(resultOf(await desk.create({ position: [0, 3, 0] }))).toMatchObject({ path: '/Cube' })
	expect(resultOf(await desk.call('unity_refresh', {}))).toMatchObject({ recompiled: true })
	resultOf(await desk.call('pipeline_spawn_wave', { count: 2 }))
	expect(desk.unity.executed().slice(-1)).toEqual(['spawn_wave'])
	const words = desk.unity.asked().map(({ argv }) => argv.slice(0, argv.indexOf('--project-path')))
	expect(words).toContainEqual(['list'])
	expect(words.filter((one) => one.length > 2)).toEqual([['command', '--detail', 'full']])
})
