import type { SceneModel } from './scene-model.ts'

/** Singular and plural of the kinds that people know by another name than Unity's. */
const WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
	Canvas: ['UI canvas', 'UI canvases'],
	ParticleSystem: ['particle system', 'particle systems'],
	VFX: ['visual effect', 'visual effects'],
	Terrain: ['terrain', 'terrains'],
	Mesh: ['mesh', 'meshes'],
	object: ['more object', 'more objects'],
}

const counted = (kind: string, count: number): string => {
	const [one, many] = WORDS[kind] ?? [`${kind} renderer`, `${kind} renderers`]
	return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** @returns a sentence about what the view does not show as it is; empty: it shows everything */
export function leftOutWords({
	leftOut,
	objects,
}: Pick<SceneModel, 'leftOut' | 'objects'>): string {
	const sentences: string[] = []
	if (leftOut.length > 0)
		sentences.push(
			`Not shown: ${leftOut.map(({ kind, count }) => counted(kind, count)).join(', ')}.`,
		)
	let boxes = 0
	for (const { shape } of objects.values()) if (shape?.mesh === 'box') boxes++
	if (boxes > 0)
		sentences.push(`${boxes.toLocaleString('en')} as ${boxes === 1 ? 'a box' : 'boxes'}.`)
	return sentences.join(' ')
}
