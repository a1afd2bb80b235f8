/** A folder that looks like a Unity 6 project, with a scene that has a floor. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol'
import { Engine } from '../engine/engine.ts'
import { settingsFile } from '../engine/project/setting-lists.ts'
import { FolderFiles } from './folder-files.ts'

/** The version that new simulated projects say they were made with. */
const UNITY_VERSION = '6000.3.2f1'
const SCENE = 'Assets/Scenes/SampleScene.unity'

/** Why a folder cannot be opened; the message says what to do. */
export class ProjectError extends Error {}

export type FolderKind = 'project' | 'empty' | 'other'

/** The content of a path: a Unity project, nothing (or an empty folder), or something else. */
export async function inspectFolder(path: string): Promise<FolderKind> {
	let entries: string[]
	try {
		entries = await readdir(path)
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined
		if (code === 'ENOENT') return 'empty'
		if (code === 'ENOTDIR') throw new ProjectError(`"${path}" is a file. Give a folder.`)
		throw error
	}
	const visible = entries.filter((name) => name !== '.DS_Store' && name !== 'desktop.ini')
	if (visible.length === 0) return 'empty'
	const isFolder = async (name: string): Promise<boolean> =>
		stat(join(path, name)).then(
			(s) => s.isDirectory(),
			() => false,
		)
	return (await isFolder('Assets')) && (await isFolder('ProjectSettings')) ? 'project' : 'other'
}

export interface OpenedProject {
	readonly path: string
	readonly created: boolean
}

/**
 * Opens the project at a path, creating it if there is nothing yet.
 * @throws ProjectError if the folder contains something else.
 */
export async function openProject(folder: string, name?: string): Promise<OpenedProject> {
	const path = resolve(folder)
	switch (await inspectFolder(path)) {
		case 'project':
			return { path, created: false }
		case 'other':
			throw new ProjectError(
				`"${path}" is not empty and no Unity project: it has no Assets and ProjectSettings folders. Name a Unity project's folder, or one that does not exist yet.`,
			)
		case 'empty':
			await createProject(path, name ?? basename(path))
			return { path, created: true }
	}
}

/** Builds next to the target and moves it into place, so that an interruption leaves no partial project. */
async function createProject(path: string, name: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true })
	const draft = `${path}.${randomUUID().slice(0, 8)}.new`
	try {
		await writeSkeleton(draft, name)
		await buildScene(draft)
		await rm(path, { recursive: true, force: true })
		await rename(draft, path)
	} catch (error) {
		await rm(draft, { recursive: true, force: true })
		throw error
	}
}

async function writeSkeleton(path: string, name: string): Promise<void> {
	const productName = name.replace(/[\r\n:#'"]/g, ' ').trim() || 'Simulated'
	const files: Record<string, string> = {
		'ProjectSettings/ProjectVersion.txt': `m_EditorVersion: ${UNITY_VERSION}\nm_EditorVersionWithRevision: ${UNITY_VERSION} (simulated)\n`,
		'ProjectSettings/ProjectSettings.asset': settingsFile('PlayerSettings', [
			`productGUID: ${randomUUID().replaceAll('-', '')}`,
			'companyName: DefaultCompany',
			`productName: ${productName}`,
			'defaultScreenWidth: 1920',
			'defaultScreenHeight: 1080',
			'bundleVersion: 0.1.0',
		]),
		'ProjectSettings/TagManager.asset': settingsFile('TagManager', [
			'tags: []',
			'layers:',
			'- Default',
			'- TransparentFX',
			'- Ignore Raycast',
			'- ',
			'- Water',
			'- UI',
		]),
		'ProjectSettings/EditorBuildSettings.asset': settingsFile('EditorBuildSettings', [
			'm_Scenes:',
			'- enabled: 1',
			`  path: ${SCENE}`,
		]),
		'Packages/manifest.json': `${JSON.stringify(
			{
				dependencies: {
					'com.unity.ugui': '2.0.0',
					'com.unity.test-framework': '1.6.0',
					'com.unity.modules.physics': '1.0.0',
					'com.unity.modules.ui': '1.0.0',
				},
			},
			null,
			2,
		)}\n`,
		'.gitignore': '/[Ll]ibrary/\n/[Tt]emp/\n/[Ll]ogs/\n/[Uu]serSettings/\n',
	}
	await mkdir(join(path, 'Assets', 'Scenes'), { recursive: true })
	await mkdir(join(path, 'Assets', 'Scripts'), { recursive: true })
	for (const [file, text] of Object.entries(files)) {
		await mkdir(dirname(join(path, file)), { recursive: true })
		await writeFile(join(path, file), text)
	}
}

/** Unity's sample scene, and a floor so that what falls has something to land on. */
async function buildScene(path: string): Promise<void> {
	const engine = await Engine.open({ files: new FolderFiles(path) })
	const run = (method: string, params: Record<string, unknown>): void => {
		const outcome: CallOutcome = engine.execute(method, params)
		if (outcome.status === 'error') {
			const { error } = outcome
			throw new ProjectError(`The sample scene could not be made: ${error.message}`)
		}
	}
	run('unity_scene', { action: 'create', path: SCENE, if_dirty: 'discard' })
	run('unity_hierarchy', { action: 'create', name: 'Floor', primitive_type: 'Plane' })
	// From above, so that what lies on the floor shows two faces and its shadow.
	run('unity_hierarchy', {
		action: 'set_transform',
		instance_id: '/Main Camera',
		position: [2, 3, -6],
		rotation: [20, 342, 0],
	})
	run('unity_scene', { action: 'save' })
}
