/** Messages between the page and the engine's Web Worker. */
import type { Problem } from '@fairlead/corewar/source'
import type { Progress } from '../battle/fight.ts'
import type { BattleSettings, BattleSetup } from '../battle/setup.ts'
import type { CoreLayout } from '../replay/layout.ts'
import type { CellInfo, Frame, Move, Opened } from '../replay/replay.ts'

/** The assembler's verdict on a source. */
export interface Checked {
	readonly errors: readonly Problem[]
	readonly warnings: readonly Problem[]
	/** Instructions; null if it does not assemble. */
	readonly length: number | null
}

/** The question, the answer and the progress of each kind of request. */
export interface Asks {
	readonly check: {
		ask: { source: string; settings: BattleSettings }
		answer: Checked
		progress: never
	}
	readonly fight: { ask: { setup: BattleSetup }; answer: null; progress: Progress }
	/** Later moves, cells and films are of this replay. */
	readonly open: {
		ask: { setup: BattleSetup; round: number }
		answer: { opened: Opened; frame: Frame }
		progress: never
	}
	readonly move: { ask: { to: Move }; answer: Frame; progress: never }
	readonly cell: { ask: { address: number }; answer: CellInfo; progress: never }
	readonly film: {
		ask: { layout: CoreLayout; colours: readonly number[]; backTo: number }
		answer: Blob
		progress: number
	}
}
export type Kind = keyof Asks

export type Ask = { [K in Kind]: { readonly kind: K; readonly id: number } & Asks[K]['ask'] }[Kind]

export type Answer =
	| { readonly kind: 'done'; readonly id: number; readonly value: Asks[Kind]['answer'] }
	| { readonly kind: 'progress'; readonly id: number; readonly value: Asks[Kind]['progress'] }
	/** `isRefused`: the person can mend it; otherwise the engine is at fault. */
	| {
			readonly kind: 'failed'
			readonly id: number
			readonly message: string
			readonly isRefused: boolean
	  }
