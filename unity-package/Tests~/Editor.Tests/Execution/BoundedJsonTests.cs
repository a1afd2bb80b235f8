using Fairlead.Editor.Execution;
using UnityEngine;

namespace Fairlead.Editor.Tests.Execution;

/// <summary>Code returns an answer of bounded size: an endless list does not stop the editor.</summary>
public sealed class BoundedJsonTests
{
    private sealed class Node
    {
        public string Name = "n";
        public Node? Next;
        public int Broken => throw new InvalidOperationException("no");
    }

    private static (JToken Json, bool Truncated) Write(object? value)
    {
        var writer = new BoundedJson();
        return (writer.Write(value), writer.Truncated);
    }

    [Fact]
    public void Plain_values_are_themselves()
    {
        Assert.Equal("[1,2.5,\"a\",true,null,\"A\",[1.0,2.0,3.0],\"NaN\",\"9007199254740993\"]", Write(new object?[]
        {
            1, 2.5f, "a", true, null, 'A', new Vector3(1, 2, 3), double.NaN, 9007199254740993L,
        }).Json.ToString(Newtonsoft.Json.Formatting.None));
        Assert.Equal("""{"a":1,"B":"Friday"}""", Write(new { a = 1, B = DayOfWeek.Friday }).Json.ToString(Newtonsoft.Json.Formatting.None));
    }

    [Fact]
    public void A_ring_of_objects_ends()
    {
        var ring = new Node();
        ring.Next = ring;
        var (json, truncated) = Write(ring);
        Assert.True(truncated);
        Assert.Equal("… InvalidOperationException", (string?)json["Broken"]);
        Assert.Equal("Node …", (string?)json.SelectToken("Next.Next.Next.Next.Next"));
    }

    [Fact]
    public void An_endless_list_and_a_wide_tree_end()
    {
        static IEnumerable<int> Endless()
        {
            for (var i = 0; ; i++) yield return i;
        }
        var (endless, cut) = Write(Endless());
        Assert.True(cut);
        Assert.Equal("… more", (string?)endless.Last);
        var wide = Enumerable.Range(0, 90).Select(_ => Enumerable.Range(0, 90).Select(_ => Enumerable.Range(0, 90)));
        Assert.True(Write(wide).Json.ToString().Length < 60_000);
        Assert.True(Write(Enumerable.Repeat(new string('x', 4_000), 90)).Json.ToString().Length < 60_000);
    }
}
