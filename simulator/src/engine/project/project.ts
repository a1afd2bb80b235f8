/** Facts of the project folder: version, tags, layers, build list, settings files. */

import { nearest } from '@fairlead/protocol/tools'
import { digest } from '../digest.ts'
import { Fault } from '../fault.ts'
import { baseName } from '../paths.ts'
import { exists, type ProjectFiles, textOf } from '../project-files.ts'
import { mapsIn, namesIn } from './setting-lists.ts'

const BUILTIN_TAGS = 'Untagged Respawn Finish EditorOnly MainCamera Player GameController'.split(
	' ',
)
/** Names by index; Unity reserves 0–7. */
const BUILTIN_LAYERS: Readonly<Record<number, string>> = {
	0: 'Default',
	1: 'TransparentFX',
	2: 'Ignore Raycast',
	4: 'Water',
	5: 'UI',
}
export const MANIFEST = 'Packages/manifest.json'
export const TAG_MANAGER = 'ProjectSettings/TagManager.asset'
export const BUILD_SETTINGS = 'ProjectSettings/EditorBuildSettings.asset'
export const LAYER_COUNT = 32
const DEFAULT_VERSION = '6000.3.2f1'

/** The content of the tag manager's file. */
interface Names {
	/** Size and time of the file. */
	readonly stamp: string
	readonly tags: readonly string[]
	readonly layers: readonly string[]
}

export class Project {
	readonly #files: ProjectFiles
	readonly unityVersion: string
	readonly platform: string
	#names: Names | null = null

	constructor(files: ProjectFiles, given: { unityVersion?: string; platform?: string }) {
		this.#files = files
		this.platform = given.platform ?? 'unknown'
		const version = /^m_EditorVersion:\s*(\S+)/m.exec(this.#file('ProjectVersion.txt'))?.[1]
		this.unityVersion = given.unityVersion ?? version ?? DEFAULT_VERSION
	}

	get tags(): readonly string[] {
		return this.#tagManager().tags
	}

	/** Names by layer number; unnamed ones are empty. */
	get layers(): readonly string[] {
		return this.#tagManager().layers
	}

	get name(): string {
		return (
			this.setting('ProjectSettings.asset', 'productName') ??
			baseName(this.path.replaceAll('\\', '/'))
		)
	}

	get path(): string {
		return this.#files.root
	}

	/** 32 hex digits; derived from the folder where the project has none yet. */
	get productGuid(): string {
		return this.setting('ProjectSettings.asset', 'productGUID') ?? digest(this.path)
	}

	get renderPipeline(): 'built-in' | 'universal' | 'high-definition' {
		const packages = this.manifest()
		if ('com.unity.render-pipelines.universal' in packages) return 'universal'
		return 'com.unity.render-pipelines.high-definition' in packages ? 'high-definition' : 'built-in'
	}

	/** Scenes of the build list that are switched on, in order. */
	get buildScenes(): string[] {
		return mapsIn(textOf(this.#files, BUILD_SETTINGS), 'm_Scenes').flatMap((scene) => {
			const path = scene.get('path') ?? ''
			return path === '' || scene.get('enabled') === '0' ? [] : [path]
		})
	}

	/** Direct dependencies: name → version, Git URL or `file:` path. */
	manifest(): Record<string, string> {
		if (!exists(this.#files, MANIFEST)) return {}
		try {
			const parsed: unknown = JSON.parse(this.#files.readText(MANIFEST))
			const dependencies = (parsed as { dependencies?: unknown } | null)?.dependencies
			if (typeof dependencies !== 'object' || dependencies === null) return {}
			return Object.fromEntries(
				Object.entries(dependencies).filter((e): e is [string, string] => typeof e[1] === 'string'),
			)
		} catch {
			throw new Fault('internal', 'Packages/manifest.json is not valid JSON.', {
				hint: 'Repair it: Unity does not open a project with a broken manifest either.',
			})
		}
	}

	/** A scalar of a settings file in Unity's YAML. */
	setting(file: string, key: string): string | undefined {
		const found = new RegExp(`^\\s*${key}:\\s*(\\S.*?)\\s*$`, 'm').exec(this.#file(file))?.[1]
		return found === '' ? undefined : found
	}

	layerName(index: number): string {
		return this.layers[index] || String(index)
	}

	needTag(tag: string): string {
		if (this.tags.includes(tag)) return tag
		throw new Fault('not_found', `There is no tag "${tag}".`, {
			hint: 'Use one of the tags of the project; unity_settings add_tag adds a new one.',
			data: { available: nearest(tag, this.tags, this.tags.length) },
		})
	}

	needLayer(layer: string): number {
		const index = this.layers.indexOf(layer)
		if (index >= 0 && layer !== '') return index
		if (/^\d{1,2}$/.test(layer) && Number(layer) < 32) return Number(layer)
		throw new Fault('not_found', `There is no layer "${layer}".`, {
			hint: 'Use one of the layers of the project; unity_settings add_layer adds a new one.',
			data: { available: this.layers.filter(Boolean) },
		})
	}

	/** Read again once the file is another: a revert, or a person, may have changed it. */
	#tagManager(): Names {
		const info = this.#files.info(TAG_MANAGER)
		const stamp = info === null ? '' : `${info.sizeBytes}:${info.changedMs}`
		if (this.#names?.stamp === stamp) return this.#names
		const text = textOf(this.#files, TAG_MANAGER)
		const named = namesIn(text, 'layers')
		this.#names = {
			stamp,
			tags: [...new Set([...BUILTIN_TAGS, ...namesIn(text, 'tags').filter(Boolean)])],
			layers: Array.from({ length: LAYER_COUNT }, (_, i) => named[i] || (BUILTIN_LAYERS[i] ?? '')),
		}
		return this.#names
	}

	#file(name: string): string {
		return textOf(this.#files, `ProjectSettings/${name}`)
	}
}
