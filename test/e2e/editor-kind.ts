/** Which editor the tests that do not care are run with: `FAIRLEAD_E2E_EDITOR`, simulator or dotnet. */
export const EDITOR = process.env['FAIRLEAD_E2E_EDITOR'] === 'dotnet' ? 'dotnet' : 'simulator'
