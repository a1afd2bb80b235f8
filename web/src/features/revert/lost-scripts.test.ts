import type { RevertItem } from '@fairlead/protocol/conversations/revert'
import { expect, test } from 'vitest'
import { sortItems } from './items.ts'
import { lostScripts } from './lost-scripts.ts'

const scene = (state: RevertItem['state']): RevertItem => ({
	...{ key: 'scene', kind: 'scene', label: 'add Rotator4', change: 'undo', state },
})
const file = (label: string, more: Partial<RevertItem> = {}): RevertItem => ({
	...{ key: label, kind: 'file', label, change: 'trash', state: 'ready', ...more },
})
const script = file('Assets/Rotator4.cs')
const object = (name: string, ...notes: string[]) =>
	({ key: name, name, kind: 'changed', values: [], count: 1, notes }) as const
const warnings = (items: readonly RevertItem[], chosen: string[] = [], objects = [CUBE]) =>
	lostScripts(sortItems(items), new Set(chosen), objects)
const CUBE = object('Cube', 'Rotator4 added')
const CUBE_KEEPS = 'Cube keeps the component Rotator4, whose script goes to the trash.'

test('a script that goes to the trash while its component stays in the scene is warned of', () => {
	expect(warnings([scene('conflict'), script])).toEqual([CUBE_KEEPS])
	expect(warnings([scene('impossible'), script])).toEqual([CUBE_KEEPS])
	const chosen = file('Assets/Rotator4.cs', { state: 'conflict' })
	expect(warnings([scene('conflict'), chosen])).toEqual([])
	expect(warnings([scene('conflict'), chosen], [chosen.key])).toEqual([CUBE_KEEPS])
})

test('all objects that were given it are named, or none where they are not known', () => {
	const objects = [CUBE, object('Box', 'Game.Rotator4 added'), object('Ball', 'Spin added')]
	expect(warnings([scene('conflict'), script], [], objects)).toEqual([
		'Cube and Box keep the component Rotator4, whose script goes to the trash.',
	])
	expect(warnings([scene('conflict'), script], [], [])).toEqual([
		'Every object that has it keeps the component Rotator4, whose script goes to the trash.',
	])
})

test('nothing is warned of where the scene goes along, or no script goes to the trash', () => {
	expect(warnings([scene('ready'), script])).toEqual([])
	expect(warnings([scene('conflict'), script], ['scene'])).toEqual([])
	expect(warnings([script])).toEqual([])
	const others = [file('Assets/Red.mat'), file('Assets/B.cs', { change: 'restore' })]
	expect(warnings([scene('conflict'), ...others])).toEqual([])
})
