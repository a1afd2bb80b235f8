/** The line of a run as a slider: each knot is a step that called tools. */
import type { CallingStep } from './changes-shown.ts'
import './step-slider.css'

/** More knots than this would touch each other in a narrow pane. */
const MAX_KNOTS = 40

export function StepSlider(props: {
	steps: readonly CallingStep[]
	/** The shown step's place, from 0; null: the whole run is shown. */
	at: number | null
	/** A step in words. */
	wordsOf: (step: CallingStep) => string
	onStep: (step: CallingStep) => void
}) {
	const { steps, at, wordsOf, onStep } = props
	const last = steps.length - 1
	return (
		<div className="step-slider" data-all={at === null || undefined}>
			{steps.length <= MAX_KNOTS &&
				steps.map((step, index) => (
					<span
						key={step.id}
						aria-hidden
						data-changed={step.changed || undefined}
						data-reverted={step.isReverted || undefined}
						style={{
							left: `calc(var(--thumb) / 2 + (100% - var(--thumb)) * ${index / last} - 4px)`,
						}}
					/>
				))}
			<input
				type="range"
				aria-label="Step of the run"
				aria-valuetext={
					at === null || !steps[at]
						? `All ${steps.length} steps`
						: `Step ${at + 1} of ${steps.length}: ${wordsOf(steps[at])}`
				}
				min={0}
				max={last}
				value={at ?? last}
				onChange={(event) => {
					const step = steps[event.currentTarget.valueAsNumber]
					if (step) onStep(step)
				}}
				// The thumb stands at the last step while all are shown: a click there changes no value.
				onClick={() => {
					if (at === null && steps[last]) onStep(steps[last])
				}}
			/>
		</div>
	)
}
