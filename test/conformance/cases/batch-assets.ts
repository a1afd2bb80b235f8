/** unity_batch with assets: made and used in one call, and gone again when something fails. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_batch'
const FOLDER = 'Assets/BatchMaterials'

const material = (name: string, more = {}) => ({
	tool: 'unity_asset',
	args: { action: 'create_material', path: `${FOLDER}/${name}.mat`, ...more },
})
const exists = (desk: Desk, path: string) => existsSync(join(desk.project, path))
const failing = {
	tool: 'unity_hierarchy',
	args: { action: 'rename', instance_id: '/No', name: 'x' },
}

async function cleaned(desk: Desk, run: () => Promise<void>): Promise<void> {
	try {
		await run()
	} finally {
		if (exists(desk, FOLDER)) await desk.ok('unity_asset', { action: 'delete', path: FOLDER })
	}
}

export const batchAssetCases = new CaseList(T)
	.works('run', 'materials are made, copied, changed and used in one call', async (desk) => {
		await cleaned(desk, async () => {
			const operations = [
				material('Red', { color: [1, 0, 0] }),
				{
					tool: 'unity_asset',
					args: { action: 'copy', path: `${FOLDER}/Red.mat`, new_path: `${FOLDER}/Blue.mat` },
				},
				{
					tool: 'unity_asset',
					args: { action: 'modify_material', path: `${FOLDER}/Blue.mat`, color: [0, 0, 1] },
				},
				{
					tool: 'unity_hierarchy',
					args: { action: 'create', name: 'Painted', primitive_type: 'Cube' },
				},
				{
					tool: 'unity_component',
					args: {
						action: 'modify',
						game_object_id: '$3',
						component_type: 'MeshRenderer',
						properties: { sharedMaterial: `${FOLDER}/Blue.mat` },
					},
				},
			]
			expect(await desk.ok(T, { operations })).toMatchObject({ count: 5 })
			const path = `${FOLDER}/Blue.mat`
			const blue = await desk.ok('unity_asset', { action: 'inspect_material', path })
			expect(blue.color?.slice(0, 3)).toEqual([0, 0, 1])
		})
	})
	.refuses(
		'run',
		'not_found',
		'when one fails, no file is left and none is changed',
		async (desk) => {
			await cleaned(desk, async () => {
				const kept = material('Kept', { color: [1, 0, 0] })
				await desk.ok('unity_asset', kept.args as never)
				const before = readFileSync(join(desk.project, `${FOLDER}/Kept.mat`), 'utf8')
				const operations = [
					material('New'),
					{
						tool: 'unity_asset',
						args: { action: 'modify_material', path: `${FOLDER}/Kept.mat`, color: [0, 1, 0] },
					},
					failing,
				]
				const error = await desk.fails(T, { operations }, 'not_found')
				expect(error.hint).toContain('Nothing was changed')
				expect(exists(desk, `${FOLDER}/New.mat`)).toBe(false)
				expect(readFileSync(join(desk.project, `${FOLDER}/Kept.mat`), 'utf8')).toBe(before)
				const path = `${FOLDER}/Kept.mat`
				const now = await desk.ok('unity_asset', { action: 'inspect_material', path })
				expect(now.color?.slice(0, 3)).toEqual([1, 0, 0])
			})
		},
	)
	.refuses('run', 'invalid_arguments', 'deleting is a call of its own', async (desk) => {
		await cleaned(desk, async () => {
			await desk.ok('unity_asset', material('Kept').args as never)
			const path = `${FOLDER}/Kept.mat`
			const operations = [{ tool: 'unity_asset', args: { action: 'delete', path } }]
			const error = await desk.fails(T, { operations }, 'invalid_arguments')
			expect(error.hint).toContain('on its own')
			expect(exists(desk, path)).toBe(true)
		})
	})
