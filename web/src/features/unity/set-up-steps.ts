/** Steps that bring a Unity project on somebody's computer into the project, and how far they are. Pure. */
import type { ListedUnityProject, SetUpStep } from '@fairlead/protocol/computers/computer-set-up'
import { ConnectedPhase, type EditorSeat } from '@fairlead/protocol/editors/editors'

export type StepName = SetUpStep | 'connect'

/** doing: the computer is at it · blocked: a person has to do something there first */
export type StepState = 'done' | 'doing' | 'todo' | 'failed' | 'blocked'

export interface SetUpProgress {
	readonly name: StepName
	readonly state: StepState
}

/** Steps that the page can have done, in their order. */
const STEPS: readonly SetUpStep[] = ['link', 'install', 'open']

export const isConnected = (seat: EditorSeat | undefined): boolean =>
	ConnectedPhase.options.some((phase) => phase === seat?.phase)

/** Connected, but not Unity. */
const isSimulated = (seat: EditorSeat | undefined): boolean =>
	isConnected(seat) && (seat?.process?.kind === 'simulator' || seat?.process?.kind === 'dotnet')

/** Nothing was installed for this editor, and nothing opened in Unity. */
export const runsWithoutUnity = (
	project: ListedUnityProject,
	seat: EditorSeat | undefined,
): boolean => isSimulated(seat) && project.package !== 'installed'

function isDone(
	step: SetUpStep,
	project: ListedUnityProject,
	seat: EditorSeat | undefined,
): boolean {
	switch (step) {
		case 'link':
			return project.linked === 'here' || seat !== undefined
		case 'install':
			return project.package === 'installed' || isConnected(seat)
		case 'open':
			return project.open === 'open' || isConnected(seat)
		default:
			return step satisfies never
	}
}

/** Why the page cannot do a step, as a sentence; null: it can. */
export function blockedBy(
	step: SetUpStep,
	project: ListedUnityProject,
	editors: readonly string[],
): string | null {
	switch (step) {
		case 'link':
			return project.linked === 'other'
				? 'The folder is linked to another project. Unlink it on that computer first: npm run fairlead -- unlink.'
				: null
		case 'install':
			return null
		case 'open':
			if (project.open === 'unclear')
				return 'It may be open already: it has a lock file, and it cannot be told whose. Open it in Unity yourself.'
			if (project.canOpen) return null
			return project.version === null
				? 'The project does not say its version of Unity. Open it from Unity Hub.'
				: `Unity ${project.version} is not installed there. ${editors.length === 0 ? 'No editor was found.' : `Installed: ${editors.slice(0, 5).join(', ')}.`} Install it in Unity Hub.`
		default:
			return step satisfies never
	}
}

/** The next step that is not done; null: only the connection is awaited. */
export const nextStep = (
	project: ListedUnityProject,
	seat: EditorSeat | undefined,
): SetUpStep | null => STEPS.find((step) => !isDone(step, project, seat)) ?? null

/** @param at the step that runs, or failed, now. */
export function progressOf(
	project: ListedUnityProject,
	seat: EditorSeat | undefined,
	editors: readonly string[],
	at: { readonly step: SetUpStep; readonly state: 'doing' | 'failed' } | null,
): SetUpProgress[] {
	const needed = runsWithoutUnity(project, seat) ? STEPS.filter((step) => step === 'link') : STEPS
	const steps = needed.map((name): SetUpProgress => {
		if (isDone(name, project, seat)) return { name, state: 'done' }
		if (at?.step === name) return { name, state: at.state }
		return { name, state: blockedBy(name, project, editors) === null ? 'todo' : 'blocked' }
	})
	const waiting = nextStep(project, seat) === null
	const state = isConnected(seat) ? 'done' : waiting ? 'doing' : 'todo'
	return [...steps, { name: 'connect', state }]
}
