/** The environment that Unity's command line gets. Pure. */
import { type Environment, withoutSecretVariables } from '../programs/clean-environment.ts'

/** The session defaults of a terminal. */
const WITHHELD = /^(UNITY_(PROJECT_PATH|FORMAT|CLOUD_ORG)$|HUB_FORMAT$)/i

/**
 * The relay's environment without what is no business of Unity's command line: it needs no sign-in to reach an
 * editor, so it gets no secret.
 */
export function unityEnvironment(env: Environment = process.env): Record<string, string> {
	const kept = Object.entries(withoutSecretVariables(env)).filter(([name]) => !WITHHELD.test(name))
	// A question nobody can answer would block the shell.
	return { ...Object.fromEntries(kept), UNITY_NO_CONSENT_PROMPT: '1', NO_COLOR: '1' }
}
