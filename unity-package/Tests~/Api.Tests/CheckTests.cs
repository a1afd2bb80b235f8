using Fairlead.ApiCheck;

namespace Fairlead.Api.Tests;

/// <summary>A check that lets something pass would say that a version works which does not.</summary>
public class CheckTests
{
    [Fact]
    public void Levels_are_written_and_read_the_same()
    {
        Assert.Equal("0-3, 5, 7", Levels.Write([7, 0, 1, 2, 3, 5]));
        Assert.Equal([0, 1, 2, 3, 5, 7], Levels.Read("0-3, 5, 7").Order());
        Assert.Equal("", Levels.Write([]));
        Assert.Empty(Levels.Read(null));
    }

    [Fact]
    public void A_fact_knows_where_a_member_is_told_off()
    {
        var fact = new Fact("0-7", Warns: "4", Fails: "5-7");
        Assert.Equal(Obsolescence.None, fact.ObsoleteIn(3));
        Assert.Equal(Obsolescence.Warning, fact.ObsoleteIn(4));
        Assert.Equal(Obsolescence.Error, fact.ObsoleteIn(6));
        Assert.False(new Fact("4-7").IsIn(3));
    }

    [Fact]
    public void Facts_survive_being_written()
    {
        var path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        try
        {
            var facts = new Facts();
            facts.Reference["6000.3"] = "6000.3.19f1";
            facts.Members["A.B(List<String>) : Void"] = new Fact("0-7", In: "A.cs");
            facts.Reflected["A.C"] = new Fact("0-6", By: "goes on without");
            facts.Save(path);
            var read = Facts.Load(path);
            Assert.Equal(facts.Members, read.Members);
            Assert.Equal(facts.Reflected, read.Reflected);
            Assert.Equal(facts.Reference, read.Reference);
        }
        finally
        {
            File.Delete(path);
        }
    }
}
