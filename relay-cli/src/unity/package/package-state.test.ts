import { expect, it } from 'vitest'
import { madeUpMachine } from '../test-kit.ts'
import { OUR_PACKAGE } from './manifest.ts'
import { hasOnlyUnitysPackage, UNITYS_PACKAGE } from './package-state.ts'

it.each([
	[[UNITYS_PACKAGE], true],
	[[UNITYS_PACKAGE, OUR_PACKAGE], false],
	[[OUR_PACKAGE], false],
	[[], false],
])('a project with %j needs our package in place of Unity’s: %s', async (names, expected) => {
	const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']))
	const files = { '/Maze/Packages/manifest.json': JSON.stringify({ dependencies }) }
	const machine = madeUpMachine({ platform: 'linux', files })
	expect(await hasOnlyUnitysPackage(machine, '/Maze')).toBe(expected)
})
