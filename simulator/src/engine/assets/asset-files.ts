/** Files below Assets/: kinds by extension, `.meta` texts, path checks, writing. */
import { createHash, randomUUID } from 'node:crypto'
import {
	existsSync,
	mkdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { Fault } from '../fault.ts'

/** Main asset types as Unity's `t:` filter names them. */
const TYPES: Readonly<Record<string, string>> = {
	'.unity': 'SceneAsset',
	'.prefab': 'Prefab',
	'.mat': 'Material',
	'.cs': 'MonoScript',
	'.asmdef': 'AssemblyDefinitionAsset',
	'.asmref': 'AssemblyDefinitionReferenceAsset',
	'.shader': 'Shader',
	'.shadergraph': 'Shader',
	'.compute': 'ComputeShader',
	'.png': 'Texture2D',
	'.jpg': 'Texture2D',
	'.jpeg': 'Texture2D',
	'.tga': 'Texture2D',
	'.psd': 'Texture2D',
	'.exr': 'Texture2D',
	'.hdr': 'Texture2D',
	'.fbx': 'Model',
	'.obj': 'Model',
	'.blend': 'Model',
	'.wav': 'AudioClip',
	'.mp3': 'AudioClip',
	'.ogg': 'AudioClip',
	'.anim': 'AnimationClip',
	'.controller': 'AnimatorController',
	'.asset': 'ScriptableObject',
	'.physicmaterial': 'PhysicsMaterial',
	'.physicsmaterial2d': 'PhysicsMaterial2D',
	'.rendertexture': 'RenderTexture',
	'.ttf': 'Font',
	'.otf': 'Font',
	'.txt': 'TextAsset',
	'.json': 'TextAsset',
	'.xml': 'TextAsset',
	'.csv': 'TextAsset',
	'.md': 'TextAsset',
	'.bytes': 'TextAsset',
}

/** What Unity may also call a type in a search. */
const SAME_TYPE: Readonly<Record<string, string>> = {
	scene: 'sceneasset',
	script: 'monoscript',
	texture: 'texture2d',
	gameobject: 'prefab',
	folder: 'defaultasset',
	physicmaterial: 'physicsmaterial',
}

export const assetType = (assetPath: string, isFolder: boolean): string =>
	isFolder ? 'DefaultAsset' : (TYPES[path.posix.extname(assetPath).toLowerCase()] ?? 'DefaultAsset')

export function sameAssetType(wanted: string, actual: string): boolean {
	const w = wanted.toLowerCase()
	const a = actual.toLowerCase()
	return a === w || a === SAME_TYPE[w] || (w === 'gameobject' && a === 'model') || w === 'object'
}

export const isScript = (assetPath: string): boolean => /\.(cs|asmdef|asmref)$/i.test(assetPath)
/** Unity imports neither hidden files nor folders that end in `~`. */
export const isImported = (name: string): boolean =>
	!name.startsWith('.') && !name.endsWith('~') && !name.endsWith('.meta') && !name.endsWith('.tmp')

export const newGuid = (): string => randomUUID().replaceAll('-', '')
export const hashOf = (data: string | Buffer): string =>
	createHash('sha256').update(data).digest('hex').slice(0, 32)

export function metaText(guid: string, isFolder: boolean): string {
	return `fileFormatVersion: 2\nguid: ${guid}\n${isFolder ? 'folderAsset: yes\n' : ''}DefaultImporter:\n  externalObjects: {}\n  userData: \n  assetBundleName: \n  assetBundleVariant: \n`
}

export function readMeta(file: string): { guid: string; labels: string[] } | undefined {
	if (!existsSync(file)) return undefined
	const text = readFileSync(file, 'utf8')
	const guid = /^guid:\s*([0-9a-f]{32})\s*$/m.exec(text)?.[1]
	if (guid === undefined) return undefined
	const block = /^labels:\r?\n((?:\s*-\s.*\r?\n?)+)/m.exec(text)?.[1] ?? ''
	return { guid, labels: [...block.matchAll(/-\s*(.+?)\s*$/gm)].map((m) => m[1] ?? '') }
}

/** A reader never sees half a file: written beside it, then renamed over it. */
export function writeTextFile(file: string, text: string): void {
	mkdirSync(path.dirname(file), { recursive: true })
	const temporary = `${file}.${randomUUID().slice(0, 8)}.tmp`
	writeFileSync(temporary, text)
	renameSync(temporary, file)
}

/**
 * The normal form of an asset path that may be written.
 * @throws Fault `outside_project` for `..`, Packages/, or a link that leads out of the project.
 */
export function checkAssetPath(projectPath: string, assetPath: string): string {
	const trimmed = assetPath.replace(/\/+$/, '')
	const segments = trimmed.split('/')
	if (segments[0] !== 'Assets' || segments.includes('..') || trimmed.includes('\\')) {
		throw new Fault('outside_project', `"${assetPath}" is not inside Assets/.`, {
			hint: 'Give a path like Assets/Materials/Red.mat, with forward slashes and without "..".',
		})
	}
	if (segments.some((s) => s === '' || s === '.' || /[<>:"|?*\0]/.test(s) || /[. ]$/.test(s))) {
		throw new Fault('invalid_arguments', `"${assetPath}" is not a valid asset path.`, {
			hint: 'Names must not be empty, end in a dot or space, or hold any of < > : " | ? *.',
		})
	}
	let existing = path.join(projectPath, ...segments)
	while (!existsSync(existing) && existing !== projectPath) existing = path.dirname(existing)
	const inside = path.relative(realpathSync(projectPath), realpathSync(existing))
	if (inside.startsWith('..') || path.isAbsolute(inside)) {
		throw new Fault('outside_project', `"${assetPath}" leads out of the project through a link.`, {
			hint: 'Use a folder that really lies inside the project.',
		})
	}
	return trimmed
}
