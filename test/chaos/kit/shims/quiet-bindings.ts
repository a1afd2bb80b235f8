/** Bindings of the Worker in whose answers chaos has no part. */
import { MODEL } from '../plans.ts'

/** Only a name for the model, which is the script. */
export const MODEL_CONFIG = {
	ANTHROPIC_API_KEY: 'none',
	ANTHROPIC_MODEL: MODEL.slice('anthropic/'.length),
}

/** No page is open. */
export const USER_FEED = {
	getByName: () => ({
		needsYouChanged: async () => undefined,
		rightsChanged: async () => undefined,
	}),
}

/** No automation listens. */
export const AUTOMATIONS = {
	getByName: () => ({
		happened: async () => undefined,
		editorCame: async () => undefined,
	}),
}
