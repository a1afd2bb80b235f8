/** Facts about models besides their services' rows, and how a model is asked. */
import type { OwnFacts } from '@fairlead/protocol/models/model-facts'
import { Effort, type ListedFacts } from '@fairlead/protocol/models/models'

export const EFFORTS: readonly Effort[] = Effort.options

/** Facts about a run's model besides the registry's, as they were when the run began. */
export interface SaidFacts {
	/** Facts from the provider's list, for a model that the registry does not have. */
	readonly listed?: ListedFacts | undefined
	/** The payer's own facts by model name. They count for calls that the payer's own key or model server pays for. */
	readonly own?: Readonly<Record<string, OwnFacts>> | undefined
}

/** How the model of a run is asked, as its person chose when it began; what it cannot do is left out. */
export interface ModelSettings extends SaidFacts {
	readonly effort?: Effort
}
