namespace Fairlead.Faults;

/// <summary>How often calls were really carried out: proof that nothing ran twice. Any thread.</summary>
/// <param name="file">
/// Gets a line <c>callId method</c> before each execution, so that a killed process has counted too; null: none.
/// </param>
public sealed class Executions(string? file)
{
    private readonly Lock gate = new();
    private readonly Dictionary<string, int> byCallId = [];
    private readonly Dictionary<string, int> byMethod = [];

    /// <summary>One more of this call.</summary>
    public void Count(string callId, string method)
    {
        lock (gate)
        {
            if (file != null) File.AppendAllText(file, $"{callId} {method}\n");
            byCallId[callId] = byCallId.GetValueOrDefault(callId) + 1;
            byMethod[method] = byMethod.GetValueOrDefault(method) + 1;
        }
    }

    /// <summary>Copies of the counts of this process.</summary>
    public (IReadOnlyDictionary<string, int> ByCallId, IReadOnlyDictionary<string, int> ByMethod) Read()
    {
        lock (gate) return (new Dictionary<string, int>(byCallId), new Dictionary<string, int>(byMethod));
    }
}
