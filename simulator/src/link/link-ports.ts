/** The editor's interface for its end of the link. */
import type { Call, EditorHello, EditorOutcome, Phase, RelayFile } from '@fairlead/protocol'

export type LinkIdentity = Omit<EditorHello, 'protocolVersion' | 'connSeq' | 'phase' | 'journal'>
/** The treatment of one reply; `send` unless a fault is injected. */
export type ReplyFate = 'send' | 'lose' | 'duplicate'

export interface LinkPorts {
	readonly identity: LinkIdentity
	/** The address at which the running relay listens; null while there is none. */
	findRelay(): Promise<RelayFile | null>
	readonly random?: () => number
	phase(): Exclude<Phase, 'gone'>
	/** Project paths of open files. */
	openFiles(): readonly string[]
	journal(): EditorHello['journal']
	/** @throws CallConflict */
	submit(call: Call): Promise<EditorOutcome>
	cancel(callIds: readonly string[]): void
	forget(callIds: readonly string[]): void
	fateOf?(call: Call): ReplyFate
	onStatus?(status: LinkStatus): void
}

export type LinkStatus =
	| {
			readonly kind: 'connected'
			readonly port: number
			readonly connSeq: number
			/** The phase in the hello; it may have changed before the hello was answered. */
			readonly saidPhase: Phase
	  }
	| { readonly kind: 'disconnected'; readonly code: number; readonly willRedial: boolean }
