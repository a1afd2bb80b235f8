/** The scene as the page knows it: what the editor's answers to `unity_viewport` add up to. */
import type { ViewAnswer, ViewObject } from '@fairlead/protocol/tools/unity/scene/unity-viewport'

/** The difference that one answer made. */
export interface SceneStep {
	/** Everything from before is void. */
	readonly whole: boolean
	/** New, or changed in more than their pose. */
	readonly changed: readonly ViewObject[]
	readonly moved: readonly ViewObject[]
	readonly gone: readonly string[]
	/** Another scene from where it is looked at: nothing is framed anew. */
	readonly keepsView?: boolean
}

export class SceneModel {
	readonly objects = new Map<string, ViewObject>()
	leftOut: ViewAnswer['leftOut'] = []
	/** Undefined before the first answer. */
	revision: string | undefined

	/** As it is now; later answers do not change it. */
	copy(): SceneModel {
		const copy = new SceneModel()
		for (const [id, object] of this.objects) copy.objects.set(id, object)
		copy.leftOut = this.leftOut
		copy.revision = this.revision
		return copy
	}

	/** @returns the step to what is known now; moves of objects that were never told are none */
	take(answer: ViewAnswer): SceneStep {
		if (answer.whole) this.objects.clear()
		for (const id of answer.gone) this.objects.delete(id)
		for (const object of answer.objects) this.objects.set(object.id, object)
		const moved = answer.moved.flatMap(({ id, pose }) => {
			const known = this.objects.get(id)
			if (!known) return []
			const object = { ...known, pose }
			this.objects.set(id, object)
			return [object]
		})
		this.leftOut = answer.leftOut
		this.revision = answer.revision
		return { whole: answer.whole, changed: answer.objects, moved, gone: answer.gone }
	}
}
