/** Files below Assets/: kinds by extension, `.meta` texts, path checks. */

import { Fault } from '../fault.ts'
import { extensionOf } from '../paths.ts'
import { type ProjectFiles, textOf } from '../project-files.ts'

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

/** Other names of types in Unity's search. */
const SAME_TYPE: Readonly<Record<string, string>> = {
	scene: 'sceneasset',
	script: 'monoscript',
	texture: 'texture2d',
	gameobject: 'prefab',
	folder: 'defaultasset',
	physicmaterial: 'physicsmaterial',
}

export const assetType = (assetPath: string, isFolder: boolean): string =>
	isFolder ? 'DefaultAsset' : (TYPES[extensionOf(assetPath).toLowerCase()] ?? 'DefaultAsset')

export function sameAssetType(wanted: string, actual: string): boolean {
	const w = wanted.toLowerCase()
	const a = actual.toLowerCase()
	return a === w || a === SAME_TYPE[w] || (w === 'gameobject' && a === 'model') || w === 'object'
}

export const isScript = (assetPath: string): boolean => /\.(cs|asmdef|asmref)$/i.test(assetPath)
/** Unity imports neither hidden files nor folders that end in `~`. */
export const isImported = (name: string): boolean =>
	!name.startsWith('.') && !name.endsWith('~') && !name.endsWith('.meta') && !name.endsWith('.tmp')

export const newGuid = (): string => crypto.randomUUID().replaceAll('-', '')
export function metaText(guid: string, isFolder: boolean): string {
	return `fileFormatVersion: 2\nguid: ${guid}\n${isFolder ? 'folderAsset: yes\n' : ''}DefaultImporter:\n  externalObjects: {}\n  userData: \n  assetBundleName: \n  assetBundleVariant: \n`
}

export function readMeta(
	files: ProjectFiles,
	file: string,
): { guid: string; labels: string[] } | undefined {
	const text = textOf(files, file)
	const guid = /^guid:\s*([0-9a-f]{32})\s*$/m.exec(text)?.[1]
	if (guid === undefined) return undefined
	const block = /^labels:\r?\n((?:\s*-\s.*\r?\n?)+)/m.exec(text)?.[1] ?? ''
	return { guid, labels: [...block.matchAll(/-\s*(.+?)\s*$/gm)].map((m) => m[1] ?? '') }
}

/**
 * The normal form of an asset path that may be written.
 * @throws Fault `outside_project` for `..`, Packages/, or a link that leads out of the project.
 */
export function checkAssetPath(files: ProjectFiles, assetPath: string): string {
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
	refuseLink(files, trimmed)
	return trimmed
}

/** A folder may have become a link since its assets were found. @throws Fault `outside_project` */
export function refuseLink(files: ProjectFiles, assetPath: string): void {
	if (files.isInside(assetPath)) return
	throw new Fault(
		'outside_project',
		`"${assetPath}" leads out of the project through a symbolic link.`,
		{ hint: 'Use a folder that is actually inside the project.' },
	)
}
