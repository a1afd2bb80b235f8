/** The scene on a stage: as it is now, or as it was before the newest run. */
import type { ViewAnswer } from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import { leftOutWords } from './left-out.ts'
import { SceneModel } from './scene-model.ts'
import type { Stage } from './stage/stage.ts'
import type { SceneListener } from './use-scene-feed.ts'

/** The facts below the view. */
export interface SceneFacts {
	/** Objects that are drawn. */
	readonly objects: number
	/** The number of them that somebody has changed since a person looked. */
	readonly touched: number
	/** A sentence about what is not drawn; empty: nothing is left out. */
	readonly left: string
	/** Which scene is drawn; null while there is only one, with nothing to compare it to. */
	readonly shown: 'now' | 'before' | null
}

export const NO_FACTS: SceneFacts = { objects: 0, touched: 0, left: '', shown: null }

interface Ports {
	readonly stage: Pick<Stage, 'take' | 'touchedCount'>
	readonly isPlaying: () => boolean
	readonly told: (facts: SceneFacts) => void
}

export class LiveScene implements SceneListener {
	readonly #ports: Ports
	readonly #model = new SceneModel()
	#wasPlaying = false
	#run: string | null = null
	/** Kept when the run began; null: this page did not see that. */
	#before: SceneModel | null = null
	/** Something has changed since then. */
	#differs = false
	#showsBefore = false

	constructor(ports: Ports) {
		this.#ports = ports
	}

	take(answer: ViewAnswer): string | undefined {
		const { stage, isPlaying } = this.#ports
		const step = this.#model.take(answer)
		this.#differs ||= step.changed.length + step.moved.length + step.gone.length > 0
		// In play mode everything moves, and at its end all of it moves back: that is nobody's change.
		if (!this.#showsBefore) stage.take(step, this.#model, !isPlaying() && !this.#wasPlaying)
		this.#wasPlaying = isPlaying()
		this.tell()
		return this.#model.revision
	}

	clear(): void {
		this.#model.objects.clear()
		this.#before = null
		this.#showsBefore = false
		this.#draw(this.#model)
	}

	/** A run goes on: when it is a new one, the scene of this moment is what was before it. */
	runGoesOn(runId: string): void {
		if (runId === this.#run) return
		this.#run = runId
		if (this.#model.revision === undefined) return
		this.#before = this.#model.copy()
		this.#differs = false
		if (this.#showsBefore) this.show('now')
		else this.tell()
	}

	/** Draws one of both, from where it is looked at. */
	show(which: 'now' | 'before'): void {
		this.#showsBefore = which === 'before' && this.#before !== null
		this.#draw(this.#shown, true)
	}

	tell(): void {
		const { stage, told } = this.#ports
		const shown = this.#showsBefore ? 'before' : 'now'
		told({
			objects: this.#shown.objects.size,
			touched: stage.touchedCount,
			left: leftOutWords(this.#shown),
			shown: this.#before !== null && (this.#differs || this.#showsBefore) ? shown : null,
		})
	}

	get #shown(): SceneModel {
		return (this.#showsBefore ? this.#before : null) ?? this.#model
	}

	#draw(model: SceneModel, keepsView = false): void {
		const changed = [...model.objects.values()]
		this.#ports.stage.take({ whole: true, changed, moved: [], gone: [], keepsView }, model, false)
		this.tell()
	}
}
