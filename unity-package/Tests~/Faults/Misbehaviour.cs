namespace Fairlead.Faults;

/// <summary>The faults that are armed now. Any thread.</summary>
public sealed class Misbehaviour
{
    private readonly Lock gate = new();
    private readonly List<Armed> armed = [];

    /// <summary>Arms one more.</summary>
    public void Add(Fault fault)
    {
        lock (gate) armed.Add(new Armed(fault));
    }

    /// <summary>Disarms all.</summary>
    public void Clear()
    {
        lock (gate) armed.Clear();
    }

    /// <summary>The fault of this kind that strikes this call, if any; a one-shot one is gone then.</summary>
    public Fault? Take(FaultKind kind, string method)
    {
        lock (gate)
        {
            foreach (var one in armed)
            {
                var fault = one.Fault;
                if (fault.Kind != kind || (fault.Method != null && fault.Method != method)) continue;
                one.Seen++;
                if (fault.Every is { } every && one.Seen % every != 0) continue;
                if (fault.Every == null) armed.Remove(one);
                return fault;
            }
        }
        return null;
    }

    private sealed class Armed(Fault fault)
    {
        public Fault Fault { get; } = fault;

        public int Seen { get; set; }
    }
}
