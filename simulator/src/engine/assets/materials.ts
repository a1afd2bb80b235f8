/** Materials: shaders with their properties, `.mat` assets in the simulator's own JSON. */

import { nearest, type PropertyChange } from '@fairlead/protocol/tools'
import { color, float, type PropertySpec, toAsset } from '../components/property-types.ts'
import { Fault } from '../fault.ts'
import { baseName } from '../paths.ts'
import type { MaterialData, Ref, Value, ValueObject } from '../scene/records.ts'
import type { Asset, AssetDatabase } from './assets.ts'

const FORMAT = 'fairlead-simulator material, not Unity YAML'

const lit = (tint: string, map: string, gloss: string): readonly PropertySpec[] => [
	color(tint),
	toAsset(map, 'Texture'),
	float('_Metallic', 0, { min: 0, max: 1 }),
	float(gloss, 0.5, { min: 0, max: 1 }),
	toAsset('_BumpMap', 'Texture'),
	float('_BumpScale', 1),
	color('_EmissionColor', [0, 0, 0, 1]),
	toAsset('_EmissionMap', 'Texture'),
	float('_Cutoff', 0.5, { min: 0, max: 1 }),
]
const tinted = [color('_Color'), toAsset('_MainTex', 'Texture')]

const SHADERS: Readonly<Record<string, readonly PropertySpec[]>> = {
	Standard: lit('_Color', '_MainTex', '_Glossiness'),
	'Universal Render Pipeline/Lit': lit('_BaseColor', '_BaseMap', '_Smoothness'),
	'Universal Render Pipeline/Simple Lit': lit('_BaseColor', '_BaseMap', '_Smoothness'),
	'Universal Render Pipeline/Unlit': [color('_BaseColor'), toAsset('_BaseMap', 'Texture')],
	'HDRP/Lit': lit('_BaseColor', '_BaseColorMap', '_Smoothness'),
	'Unlit/Color': [color('_Color')],
	'Unlit/Texture': [toAsset('_MainTex', 'Texture')],
	'Unlit/Transparent': [toAsset('_MainTex', 'Texture')],
	'Sprites/Default': tinted,
	'UI/Default': tinted,
	'Particles/Standard Unlit': tinted,
	'Legacy Shaders/Diffuse': tinted,
}

/** Materials that ship with the editor, by name. */
const BUILTIN_MATERIALS: Readonly<Record<string, string>> = {
	'Default-Material': 'Standard',
	Lit: 'Universal Render Pipeline/Lit',
	'Sprites-Default': 'Sprites/Default',
	'Default-Particle': 'Particles/Standard Unlit',
	'Default-Line': 'Sprites/Default',
}

/** Names of `Material`'s C# properties, and the shader properties they stand for. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
	color: ['_BaseColor', '_Color'],
	maintexture: ['_BaseMap', '_MainTex', '_BaseColorMap'],
	smoothness: ['_Smoothness', '_Glossiness'],
	glossiness: ['_Glossiness', '_Smoothness'],
	metallic: ['_Metallic'],
	emissioncolor: ['_EmissionColor'],
	emission: ['_EmissionColor'],
}

export function needShader(shader: string): readonly PropertySpec[] {
	const specs = SHADERS[shader]
	if (specs) return specs
	throw new Fault('not_found', `There is no shader "${shader}".`, {
		hint: 'Use one of the nearest shaders.',
		data: { nearest: nearest(shader, Object.keys(SHADERS)) },
	})
}

/** The note for a material whose shader belongs to another pipeline. Returns null if the project's pipeline draws it. */
export function pipelineNote(shader: string, pipeline: string): string | null {
	const own = /^Universal Render Pipeline\//.test(shader)
		? 'universal'
		: /^HDRP\//.test(shader)
			? 'high-definition'
			: /^(Standard$|Legacy Shaders\/|Particles\/Standard)/.test(shader)
				? 'built-in'
				: pipeline
	return own === pipeline
		? null
		: `"${shader}" is a shader of the ${own} pipeline, and the project uses the ${pipeline} one: Unity draws the material pink.`
}

export function newMaterial(name: string, shader: string): MaterialData {
	return { name, shader, properties: defaults(needShader(shader)) }
}

const defaults = (specs: readonly PropertySpec[]): ValueObject =>
	Object.fromEntries(specs.map((spec) => [spec.name, spec.default]))

/** Properties that both shaders have keep their values. */
export function withShader(material: MaterialData, shader: string): MaterialData {
	const fresh: Record<string, Value> = { ...defaults(needShader(shader)) }
	for (const key of Object.keys(fresh)) {
		const tint = key === '_Color' || key === '_BaseColor'
		const kept =
			material.properties[key] ??
			(tint ? (material.properties['_Color'] ?? material.properties['_BaseColor']) : undefined)
		if (kept !== undefined) fresh[key] = kept
	}
	return { ...material, shader, properties: fresh }
}

/** The property with this shader name (`_Color`, `Color`) or C# name (`color`, `mainTexture`). */
export function materialSpec(material: MaterialData, name: string): PropertySpec | undefined {
	const specs = SHADERS[material.shader] ?? []
	const wanted = name.toLowerCase()
	const candidates = [wanted, `_${wanted}`, ...(ALIASES[wanted] ?? []).map((a) => a.toLowerCase())]
	for (const candidate of candidates) {
		const found = specs.find((spec) => spec.name.toLowerCase() === candidate)
		if (found) return found
	}
	return undefined
}

export function unknownMaterialProperty(material: MaterialData, name: string): PropertyChange {
	const names = ['color', ...(SHADERS[material.shader] ?? []).map((spec) => spec.name)]
	return {
		property: name,
		success: false,
		error: `The shader "${material.shader}" has no property "${name}".`,
		available: nearest(name, names, 8),
	}
}

/** Linear RGBA, white where the shader has no tint. */
export function materialColor(material: MaterialData): readonly number[] {
	const tint = material.properties['_BaseColor'] ?? material.properties['_Color']
	return Array.isArray(tint) ? tint.map(Number) : [1, 1, 1, 1]
}

export class Materials {
	readonly #assets: AssetDatabase
	readonly #cache = new Map<string, { asset: Asset; data: MaterialData }>()
	/** The default shader of `create_material`: depends on the render pipeline. */
	readonly defaultShader: string

	constructor(assets: AssetDatabase, pipeline: string) {
		this.#assets = assets
		this.defaultShader = pipeline === 'universal' ? 'Universal Render Pipeline/Lit' : 'Standard'
	}

	/** Name of the material that new primitives get. */
	get defaultMaterial(): string {
		return this.defaultShader === 'Standard' ? 'Default-Material' : 'Lit'
	}

	read(asset: Asset): MaterialData {
		const cached = this.#cache.get(asset.guid)
		if (cached?.asset === asset) return cached.data
		if (asset.type !== 'Material')
			throw new Fault('invalid_arguments', `${asset.path} is a ${asset.type}, not a Material.`)
		const parsed = parseOwn(this.#assets.readText(asset.path), FORMAT, asset.path)
		const shader = typeof parsed['shader'] === 'string' ? parsed['shader'] : this.defaultShader
		const stored = parsed['properties']
		const data: MaterialData = {
			name: baseName(asset.path, '.mat'),
			shader,
			properties: {
				...defaults(SHADERS[shader] ?? []),
				...(typeof stored === 'object' && stored !== null ? (stored as ValueObject) : {}),
			},
		}
		this.#cache.set(asset.guid, { asset, data })
		return data
	}

	write(assetPath: string, data: MaterialData): Asset {
		const body = { format: FORMAT, version: 1, shader: data.shader, properties: data.properties }
		const asset = this.#assets.writeText(assetPath, `${JSON.stringify(body, null, '\t')}\n`)
		this.#cache.delete(asset.guid)
		return asset
	}

	/** The material in a renderer's slot; null for an empty slot or a deleted asset. */
	resolve(ref: Ref | null): MaterialData | null {
		if (!ref) return null
		if ('$material' in ref) return ref.$material
		if ('$builtin' in ref) {
			const shader = BUILTIN_MATERIALS[ref.$builtin]
			return shader === undefined ? null : newMaterial(ref.$builtin, shader)
		}
		if (!('$asset' in ref)) return null
		const asset = this.#assets.byGuid(ref.$asset)
		if (!asset) return null
		try {
			return this.read(asset)
		} catch {
			// A material that the simulator cannot read (Unity YAML) is still a material: shown by name, untinted.
			return newMaterial(baseName(asset.path, '.mat'), this.defaultShader)
		}
	}
}

export const isBuiltinMaterial = (name: string): boolean => Object.hasOwn(BUILTIN_MATERIALS, name)

/** Parses JSON of one of the simulator's own formats. @throws Fault `unsupported` for Unity YAML and anything else. */
export function parseOwn(text: string, format: string, assetPath: string): ValueObject {
	try {
		const parsed: unknown = JSON.parse(text)
		if (
			typeof parsed === 'object' &&
			parsed !== null &&
			'format' in parsed &&
			parsed.format === format
		)
			return parsed as ValueObject
	} catch {
		// Not JSON: handled below.
	}
	throw new Fault('unsupported', `${assetPath} was not written by the simulator.`, {
		hint: text.startsWith('%YAML')
			? 'It is a real Unity file. The simulator reads only its own format: open this project in Unity, or use another file.'
			: 'The file is damaged or of another kind; use another one.',
	})
}
