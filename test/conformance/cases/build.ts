/** unity_build: a player on disk and a report. The simulator builds none and says so. */
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { nothing } from '../kit/examples.ts'

const T = 'unity_build'
const SCENE = 'Assets/Scenes/SampleScene.unity'

export const buildCases = new CaseList(T)
	.example('run', nothing)
	.works('run', 'a player exists, and the report has its size', async (desk) => {
		const built = await desk.ok(T, { path: 'Builds/Case/Game', scenes: [SCENE], development: true })
		expect(built).toMatchObject({
			result: 'succeeded',
			path: 'Builds/Case/Game',
			scenes: [SCENE],
			development: true,
			errorCount: 0,
		})
		expect(existsSync(join(desk.project, 'Builds/Case/Game'))).toBe(true)
		expect(built.totalBytes).toBeGreaterThan(0)
		expect(built.files.map((file) => file.path)).toContain('Game')
		expect(built.assets.map((asset) => asset.path)).toContain(SCENE)
	})
	.works(
		'run',
		'code that only a player compiles fails the build, with its location',
		async (desk) => {
			const script = join(desk.project, 'Assets', 'PlayerOnly.cs')
			try {
				writeFileSync(script, 'public class PlayerOnly\n{\n    int Broken() => "text";\n}\n')
				const built = await desk.ok(T, { path: 'Builds/Broken/Game', scenes: [SCENE] })
				expect(built).toMatchObject({ result: 'failed', errorCount: 1 })
				expect(built.errors).toMatchObject([{ file: 'Assets/PlayerOnly.cs', line: 3 }])
			} finally {
				rmSync(script, { force: true })
				rmSync(`${script}.meta`, { force: true })
				await desk.ok('unity_refresh', {})
			}
		},
	)
	.refuses('run', 'dirty_scene', 'changes that would not be in the build', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Unsaved' })
		await desk.fails(T, { path: 'Builds/Game', scenes: [SCENE] }, 'dirty_scene')
	})
	.refuses('run', 'not_found', 'a scene that does not exist', async (desk) => {
		await desk.fails(T, { path: 'Builds/Game', scenes: ['Assets/None.unity'] }, 'not_found')
	})
	.refuses('run', 'outside_project', 'a link that leads out of the project', async (desk) => {
		const builds = join(desk.project, 'Builds')
		mkdirSync(builds, { recursive: true })
		const link = join(builds, 'Out')
		symlinkSync(desk.folder, link, 'junction')
		try {
			await desk.fails(T, { path: 'Builds/Out/Game', scenes: [SCENE] }, 'outside_project')
		} finally {
			rmSync(link)
		}
	})
	.refuses('run', 'invalid_arguments', 'paths where a build cannot go', async (desk) => {
		for (const path of [
			'Assets/Game',
			'Builds/../Game',
			'Builds/',
			'/tmp/Game',
			'Builds/a/../../x',
		])
			await desk.fails(T, { path }, 'invalid_arguments')
	})
