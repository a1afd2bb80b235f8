/** unity_packages: the manifest, and additions to it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_packages'
const NAME = 'com.unity.cinemachine'

const manifest = (desk: Desk): Record<string, string> =>
	(
		JSON.parse(readFileSync(join(desk.project, 'Packages', 'manifest.json'), 'utf8')) as {
			dependencies: Record<string, string>
		}
	).dependencies

const installed = async (desk: Desk): Promise<string[]> =>
	(await desk.ok(T, { action: 'list' })).packages.map((one) => one.name)

export const packageCases = new CaseList(T)
	.example('add', (desk) => desk.call(T, { action: 'remove', package_id: NAME }))
	.example('remove', (desk) => desk.ok(T, { action: 'add', package_id: NAME }))
	.works('list', 'the packages in the manifest', async (desk) => {
		const { packages } = await desk.ok(T, { action: 'list' })
		const names = packages.map((one) => one.name)
		expect(names).toEqual(expect.arrayContaining(Object.keys(manifest(desk))))
	})
	.refuses('list', 'invalid_arguments', 'an argument it does not have', async (desk) => {
		await desk.fails(T, { action: 'list', all: true }, 'invalid_arguments')
	})
	.works('search', 'by a part of the name', async (desk) => {
		const { packages } = await desk.ok(T, { action: 'search', search_query: 'cinemachine' })
		expect(packages[0]).toMatchObject({ name: NAME, displayName: 'Cinemachine' })
		expect(packages[0]?.version).toMatch(/^\d+\.\d+\.\d+/)
		const none = await desk.ok(T, { action: 'search', search_query: 'no such package anywhere' })
		expect(none.packages).toEqual([])
	})
	.refuses('search', 'invalid_arguments', 'nothing to search for', async (desk) => {
		await desk.fails(T, { action: 'search', search_query: '' }, 'invalid_arguments')
	})
	.works('add', 'it is in the manifest and in the list', async (desk) => {
		const added = await desk.ok(T, { action: 'add', package_id: NAME })
		expect(added.package).toMatchObject({ name: NAME, displayName: 'Cinemachine' })
		expect(manifest(desk)[NAME]).toBe(added.package.version)
		expect(await installed(desk)).toContain(NAME)
		await desk.ok(T, { action: 'remove', package_id: NAME })
	})
	.refuses('add', 'not_found', 'a package that does not exist', async (desk) => {
		const before = manifest(desk)
		await desk.fails(T, { action: 'add', package_id: 'com.unity.cinemachin' }, 'not_found')
		expect(manifest(desk)).toEqual(before)
	})
	.refuses('add', 'in_play_mode', 'in play mode', async (desk) => {
		await desk.ok('unity_play', { action: 'enter' })
		await desk.fails(T, { action: 'add', package_id: NAME }, 'in_play_mode')
		expect(manifest(desk)).not.toHaveProperty(NAME)
	})
	.works('remove', 'it is gone from the manifest and from the list', async (desk) => {
		await desk.ok(T, { action: 'add', package_id: NAME })
		const removed = await desk.ok(T, { action: 'remove', package_id: NAME })
		expect(removed).toEqual({ removed: NAME })
		expect(manifest(desk)).not.toHaveProperty(NAME)
		expect(await installed(desk)).not.toContain(NAME)
	})
	.refuses('remove', 'not_found', 'a package that is not installed', async (desk) => {
		await desk.fails(T, { action: 'remove', package_id: NAME }, 'not_found')
	})
	.refuses('remove', 'in_play_mode', 'in play mode', async (desk) => {
		await desk.ok('unity_play', { action: 'enter' })
		const before = manifest(desk)
		const args = { action: 'remove', package_id: 'com.unity.ugui' }
		await desk.fails(T, args, 'in_play_mode')
		expect(manifest(desk)).toEqual(before)
	})
