/** Unity's bridge since version 0.9, whose commands are grouped, and packages that are not Unity's. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errorOf, PipelineDesk, resultOf } from './pipeline-desk.ts'
import { TEST_TIMEOUT_MS, until } from './support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let desk: PipelineDesk
beforeEach(async () => {
	desk = await PipelineDesk.open()
	desk.unity.groupsCommands()
})
afterEach(() => desk.bench.end())

const risks = async (): Promise<Record<string, string>> => {
	const told = (await until('its tools', () => desk.room.heard('seat.updated').at(-1))) as {
		customTools: { name: string; risk: string }[]
	}
	return Object.fromEntries(told.customTools.map(({ name, risk }) => [name, risk]))
}

it('our tools find their commands in the groups', async () => {
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
	desk.unity.install(desk.path, 'embedded')
	await desk.reached()
	expect(new Set(Object.values(await risks()))).toEqual(new Set(['execute']))
	expect(errorOf(await desk.create()).code).toBe('unsupported')
	expect(desk.unity.executed()).toEqual([])
})
