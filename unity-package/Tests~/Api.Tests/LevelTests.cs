using Fairlead.ApiCheck;

namespace Fairlead.Api.Tests;

/// <summary>The package compiles without warnings for users of each Unity version.</summary>
public class LevelTests(CompiledLevels levels) : IClassFixture<CompiledLevels>
{
    public static TheoryData<int> All => [0, 3, 5, 7];

    [Theory]
    [MemberData(nameof(All))]
    public void The_package_compiles_there_without_a_warning(int level) => Assert.Empty(levels.Complaints(level));

    [Theory]
    [MemberData(nameof(All))]
    public void The_package_uses_only_what_Unity_has_there(int level)
    {
        var build = levels.Build(level);
        // A check that looks at nothing finds nothing wrong.
        Assert.Contains(build.Used, member => member.Key == "UnityEditor.EditorApplication.update : CallbackFunction");
        Assert.Empty(build.Problems(levels.Facts));
    }

    [Fact]
    public void Without_the_test_framework_the_package_compiles_and_refers_to_none_of_it()
    {
        Assert.Empty(levels.Complaints(3, withTestFramework: false));
        Assert.DoesNotContain(levels.Build(3, withTestFramework: false).Used, IsOfTestFramework);
        Assert.Contains(levels.Build(3).Used, IsOfTestFramework);
    }

    [Fact]
    public void Every_internal_member_that_is_used_by_reflection_is_named_in_the_package()
    {
        var strings = levels.Build(3).Strings;
        Assert.All(levels.Facts.Reflected.Keys, key => Assert.Contains(NameIn(key), strings));
    }

    [Fact]
    public void The_page_names_every_fact()
    {
        var page = Document.Write(levels.Facts);
        Assert.All(levels.Facts.Members.Keys, key => Assert.Contains($"`{key}`", page));
    }

    [Fact]
    public void There_is_no_fact_of_a_member_that_no_level_uses()
    {
        var used = new[] { 0, 3, 5, 7 }.SelectMany(level => levels.Build(level).Used).Select(member => member.Key).ToHashSet();
        Assert.DoesNotContain(levels.Facts.Members.Keys, key => !used.Contains(key));
    }

    private static bool IsOfTestFramework(ApiMember member) => member.Type.Contains("TestRunner", StringComparison.Ordinal);

    private static string NameIn(string key) => key.Split('(', ' ')[0].Split('.')[^1];
}
