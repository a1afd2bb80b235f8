using Fairlead.Core;
using UnityEngine;

namespace Fairlead.Editor.Tests.Objects;

/// <summary>
/// Every kind of value that a script can save: what the agent writes is what the script has, what it reads can be written again, and what
/// does not fit is refused with what would.
/// </summary>
[Collection(EngineCollection.Name)]
public sealed class PropertyTests
{
    private readonly Desk desk = new();
    private readonly Everything it;

    public PropertyTests()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"It","components":["Rigidbody","BoxCollider"]}""");
        desk.Ok("unity_hierarchy", """{"action":"create","name":"Other","components":["Light"]}""");
        it = Desk.Find("/It")!.AddComponent<Everything>();
    }

    /// <summary>Property, what is written, what it then is ("": the same), and its type in the report.</summary>
    public static TheoryData<string, string, string, string> Values => new()
    {
        { "aByte", "255", "", "int" },
        { "anSByte", "-128", "", "int" },
        { "aShort", "-32768", "", "int" },
        { "aUShort", "65535", "", "int" },
        { "anInt", "-2147483648", "", "int" },
        { "anInt", "3.0", "3", "int" },
        { "aUInt", "4294967295", "", "int" },
        { "aLong", "9007199254740992", "", "int" },
        // JavaScript, which carries it on, would make another number of it.
        { "aLong", "\"-9223372036854775808\"", "", "int" },
        { "aLong", "9223372036854775807", "\"9223372036854775807\"", "int" },
        { "aULong", "\"18446744073709551615\"", "", "int" },
        { "aULong", "18446744073709551615", "\"18446744073709551615\"", "int" },
        { "aFloat", "0.1", "", "float" },
        { "aFloat", "-3", "", "float" },
        { "aFloat", "3.4028235E+38", "", "float" },
        // A joint that never breaks has this force.
        { "aFloat", "\"Infinity\"", "", "float" },
        { "aDouble", "1e300", "1E+300", "float" },
        { "aBool", "true", "", "bool" },
        { "aString", "\"Ünïcode \\\"quoted\\\"\\n\"", "", "string" },
        { "aString", "\"\"", "", "string" },
        { "aChar", "\"é\"", "", "string" },
        { "anEnum", "\"Wild\"", "", "enum" },
        { "anEnum", "\"wild\"", "\"Wild\"", "enum" },
        { "aFlags", "\"Red, Blue\"", "", "enum" },
        { "aFlags", "\"Red | Blue\"", "\"Red, Blue\"", "enum" },
        { "aFlags", "[\"Red\",\"Green\"]", "\"Red, Green\"", "enum" },
        { "aFlags", "\"None\"", "", "enum" },
        { "aFlags", "7", "\"All\"", "enum" },
        // A bit without a name is not lost.
        { "aFlags", "9", "", "enum" },
        { "aLongFlags", "\"High\"", "", "enum" },
        { "aVector2", "[1,2.5]", "", "Vector2" },
        { "aVector3", "[1,-2,0.1]", "", "Vector3" },
        { "aVector4", "[1,2,3,4]", "", "Vector4" },
        { "aVector2Int", "[16777217,-2]", "", "Vector2Int" },
        { "aVector3Int", "[1,2,2147483647]", "", "Vector3Int" },
        { "aQuaternion", "[0,90,0]", "", "Quaternion" },
        { "aColor", "[1,0.5,0]", "[1,0.5,0,1]", "Color" },
        { "aColor32", "[1,0,0,0]", "", "Color" },
        { "aRect", "[1,2,3,4]", "", "Rect" },
        { "aRectInt", "[16777217,2,3,4]", "", "RectInt" },
        { "aBounds", "{\"center\":[1,2,3],\"size\":[2,4,6]}", "", "Bounds" },
        { "aBoundsInt", "{\"position\":[1,2,3],\"size\":[16777217,4,6]}", "", "BoundsInt" },
        { "aMask", "[\"UI\",\"Water\"]", "[\"Water\",\"UI\"]", "LayerMask" },
        { "aMask", "\"UI\"", "[\"UI\"]", "LayerMask" },
        { "aMask", "\"Everything\"", "", "LayerMask" },
        { "aMask", "\"Nothing\"", "", "LayerMask" },
        { "aMask", "33", "[\"Default\",\"UI\"]", "LayerMask" },
        { "aMask", "[\"Layer 9\"]", "", "LayerMask" },
        { "aRenderingMask", "4294967295", "", "RenderingLayerMask" },
        { "aHash", "\"0123456789abcdef0123456789abcdef\"", "", "Hash128" },
        {
            "aCurve", "[[0,0],[2,4]]",
            "{\"keys\":[{\"time\":0,\"value\":0,\"inTangent\":0,\"outTangent\":2},"
            + "{\"time\":2,\"value\":4,\"inTangent\":2,\"outTangent\":0}],"
            + "\"preWrapMode\":\"ClampForever\",\"postWrapMode\":\"ClampForever\"}",
            "AnimationCurve"
        },
        {
            "aCurve",
            "{\"keys\":[{\"time\":0,\"value\":1,\"inTangent\":0,\"outTangent\":\"Infinity\"},"
            + "{\"time\":1,\"value\":2,\"inTangent\":1,\"outTangent\":1,\"inWeight\":0.25,\"outWeight\":0.5,\"weightedMode\":\"Both\"}],"
            + "\"preWrapMode\":\"Loop\",\"postWrapMode\":\"PingPong\"}",
            "",
            "AnimationCurve"
        },
        {
            "aGradient", "{\"mode\":\"Fixed\",\"colorKeys\":[{\"color\":[1,0,0],\"time\":0},{\"color\":[0,0,1],\"time\":1}],"
            + "\"alphaKeys\":[{\"alpha\":0.5,\"time\":0}]}",
            "",
            "Gradient"
        },
        { "anObject", "\"/Other\"", "", "ObjectReference" },
        { "anObject", "null", "", "ObjectReference" },
        { "aTransform", "\"/Other\"", "\"/Other#Transform\"", "ObjectReference" },
        { "aLight", "\"/Other#Light\"", "", "ObjectReference" },
        { "aBody", "\"/It#Rigidbody\"", "", "ObjectReference" },
        { "aMesh", "\"Cube\"", "", "ObjectReference" },
        { "anything", "\"/Other\"", "", "ObjectReference" },
        { "anArray", "[3,1,2]", "", "array" },
        { "anArray", "[]", "", "array" },
        { "aList", "[\"a\",\"\",\"b\"]", "", "array" },
        { "lights", "[\"/Other#Light\",null]", "", "array" },
        { "moods", "[\"Wild\",\"Calm\"]", "", "array" },
        { "nested", "{\"name\":\"x\",\"inner\":{\"depth\":2,\"mood\":\"Wild\"}}", "", "struct" },
        { "nested", "{\"inner\":{\"depth\":5}}", "{\"name\":\"was\",\"inner\":{\"depth\":5,\"mood\":\"Calm\"}}", "struct" },
        { "structs", "[{\"depth\":1,\"mood\":\"Wild\"},{\"depth\":2,\"mood\":\"Calm\"}]", "", "array" },
        { "managed", "{\"$type\":\"Sword\",\"damage\":3}", "{\"$type\":\"Fairlead.Editor.Tests.Objects.Sword\",\"damage\":3,\"name\":\"\"}",
        "ManagedReference" },
        { "managed", "null", "", "ManagedReference" },
        { "hidden", "5", "", "int" },
    };

    [Theory]
    [MemberData(nameof(Values))]
    public void What_is_written_is_there_and_can_be_written_again(string property, string written, string expected, string type)
    {
        var wanted = Parse(expected.Length > 0 ? expected : written);
        var report = Modify(new JObject { [property] = Parse(written) });
        Same(wanted, report["newValue"]!);
        Assert.Equal(type, (string?)report["propertyType"]);
        var shown = Shown()[property];
        if (property != "hidden") Same(wanted, shown!);
        // Back, and forth again by what was shown.
        desk.Ok("unity_undo", """{"action":"undo"}""");
        Same(report["previousValue"]!, Modify(new JObject { [property] = wanted.DeepClone() })["previousValue"]!);
        Same(wanted, Modify(new JObject { [property] = wanted.DeepClone() })["previousValue"]!);
    }

    public static TheoryData<string, string, string> Refusals => new()
    {
        { "aByte", "256", "at most 255" },
        { "aByte", "-1", "at least 0" },
        { "anSByte", "128", "at most 127" },
        { "aShort", "32768", "at most 32767" },
        { "aUShort", "-1", "at least 0" },
        { "anInt", "2147483648", "at most 2147483647" },
        { "anInt", "1.5", "a whole number" },
        { "anInt", "\"3\"", "a whole number" },
        { "anInt", "true", "a whole number" },
        { "anInt", "null", "a whole number" },
        { "aUInt", "-1", "at least 0" },
        { "aLong", "9223372036854775808", "at most 9223372036854775807" },
        { "aLong", "\"much\"", "a whole number" },
        { "aULong", "18446744073709551616", "at most 18446744073709551615" },
        { "aULong", "-1", "at least 0" },
        { "aULong", "1e300", "at most 18446744073709551615" },
        { "aFloat", "1e39", "at most 3.4e38" },
        { "aFloat", "\"fast\"", "a number" },
        { "aDouble", "[1]", "a number" },
        { "aBool", "1", "true or false" },
        { "aString", "5", "a string" },
        { "aChar", "\"ab\"", "one character" },
        { "aChar", "\"\"", "one character" },
        { "anEnum", "\"Furious\"", "one of Calm, Wild" },
        { "anEnum", "1", "one of Calm, Wild" },
        { "aFlags", "\"Red, Purple\"", "one or several of None, Red, Green, Blue, All" },
        { "aVector2", "[1]", "an array of 2 numbers" },
        { "aVector3", "{\"x\":1}", "an array of 3 numbers" },
        { "aVector4", "[1,2,3,\"4\"]", "an array of 4 numbers" },
        { "aVector2Int", "[1,2.5]", "whole numbers" },
        { "aVector3Int", "[1,2,2147483648]", "at most 2147483647" },
        { "aQuaternion", "[0,0,0,1]", "Euler angles in degrees" },
        { "aColor", "\"red\"", "an array of 3 or 4 numbers" },
        { "aRect", "[1,2,3]", "x, y, width, height" },
        { "aRectInt", "[1,2,3,4.5]", "whole numbers" },
        { "aBounds", "{\"center\":[1,2,3]}", "an object with size and center" },
        { "aBoundsInt", "[1]", "an object with position and size" },
        { "aMask", "\"Lava\"", "layers of Default" },
        { "aMask", "true", "layer names" },
        { "aRenderingMask", "-1", "at least 0" },
        { "aHash", "\"0123\"", "32 hexadecimal digits" },
        { "aCurve", "\"flat\"", "keys of a curve" },
        { "aCurve", "[[0]]", "an array of 2 numbers" },
        { "aCurve", "{\"keys\":[{\"time\":0}]}", "keys of a curve" },
        { "aGradient", "{\"colorKeys\":[]}", "a gradient" },
        { "aGradient", "[1]", "a gradient" },
        { "anObject", "\"/Othr\"", "/Other" },
        { "anObject", "5", "an object id, a /path" },
        { "aLight", "\"/It\"", "an object with a Light" },
        { "aMesh", "\"Assets/None.fbx\"", "the path of an existing Mesh" },
        { "anArray", "5", "an array" },
        { "anArray", "[1,\"x\"]", "a whole number" },
        { "nested", "{\"size\":1}", "There is no \"size\" in it; there are name, inner" },
        { "nested", "[1]", "an object with name, inner" },
        { "managed", "{\"damage\":3}", "an object with \"$type\"" },
        { "managed", "{\"$type\":\"Swrd\"}", "Sword" },
        { "managed", "5", "an object with \"$type\"" },
        { "anArray[5]", "1", "index 5 is too high" },
        { "anInt[0]", "1", "not an array" },
        { "anArray.Array.size", "-1", "at least 0" },
    };

    [Theory]
    [MemberData(nameof(Refusals))]
    public void What_does_not_fit_is_refused_with_what_would_and_changes_nothing(string property, string written, string said)
    {
        var before = Shown();
        var args = new JObject { ["action"] = "modify", ["game_object_id"] = "/It", ["component_type"] = nameof(Everything),
            ["properties"] = new JObject { [property] = Parse(written) } };
        var error = desk.Fails("unity_component", args.ToString(), CallErrorCode.InvalidArguments);
        Assert.Contains(said, error.Message);
        Same(before, Shown());
    }

    [Fact]
    public void Parts_of_values_are_reached_by_path()
    {
        foreach (var (path, value) in new (string, JToken)[]
        {
            ("aVector3.y", 9), ("nested.inner.depth", 4), ("anArray[0]", 7), ("anArray[2]", 8), ("structs[0].mood", "Wild"),
            ("aList.Array.size", 2), ("aColor.r", 0.25), ("managedList[0]", new JObject { ["$type"] = "Sword", ["damage"] = 1 }),
        })
            Assert.True((bool)Modify(new JObject { [path] = value })["success"]!, path);
        Assert.Equal(9, it.aVector3.y);
        Assert.Equal(4, it.nested.inner.depth);
        Assert.Equal([7, 2, 8], it.anArray);
        Assert.Equal(Mood.Wild, it.structs[0].mood);
        Assert.Equal(2, it.aList.Count);
        Assert.Equal(0.25f, it.aColor.r);
        Assert.Equal(1, ((Sword)it.managedList[0]).damage);
    }

    [Fact]
    public void New_places_of_a_list_of_managed_references_are_objects_of_their_own()
    {
        Modify(new JObject { ["managedList"] = JArray.Parse("""[{"$type":"Sword","damage":1}]""") });
        Modify(new JObject { ["managedList"] =
            JArray.Parse("""[{"damage":1},{"$type":"Sword","damage":2},{"$type":"Shield","name":"round"}]""") });
        Assert.Equal([1, 2], it.managedList.OfType<Sword>().Select(sword => sword.damage));
        Assert.Equal("round", it.managedList[2].name);
        Modify(new JObject { ["managedList[3]"] = JObject.Parse("""{"$type":"Shield","name":"square"}""") });
        Assert.Equal(["round", "square"], it.managedList.OfType<Shield>().Select(shield => shield.name));
        // A list made longer without a word about its content has nothing in the new places.
        Modify(new JObject { ["managedList.Array.size"] = 5 });
        Assert.Null(it.managedList[4]);
    }

    [Fact]
    public void A_reference_is_of_the_type_that_the_script_declares_though_another_has_its_name()
    {
        var other = Desk.Find("/Other")!;
        var unitys = other.AddComponent<Skybox>();
        Modify(new JObject { ["aSkybox"] = "/Other" });
        Assert.Same(unitys, it.aSkybox);
        desk.Fails("unity_component", Change("ownSkybox", "/Other"), CallErrorCode.InvalidArguments);
        var own = other.AddComponent<Homonyms.Skybox>();
        Modify(new JObject { ["ownSkybox"] = "/Other" });
        Assert.Same(own, it.ownSkybox);
    }

    [Fact]
    public void Flags_that_Unity_has_not_marked_as_such_are_flags()
    {
        var report = Modify(new JObject { ["constraints"] = "FreezePositionX, FreezeRotationY" }, "Rigidbody");
        Assert.Equal("FreezePositionX, FreezeRotationY", (string?)report["newValue"]);
        Assert.Equal(RigidbodyConstraints.FreezePositionX | RigidbodyConstraints.FreezeRotationY,
            Desk.Find("/It")!.GetComponent<Rigidbody>().constraints);
    }

    [Fact]
    public void What_can_be_set_is_set_and_each_that_cannot_says_why()
    {
        var result = desk.Ok("unity_component", """
            {"action":"modify","game_object_id":"/It","component_type":"Everything",
             "properties":{"anInt":4,"aByte":300,"nothingLikeThis":1}}
            """);
        Assert.Equal((1, 2), ((int)result["successCount"]!, (int)result["failCount"]!));
        Assert.Equal(4, it.anInt);
        var unknown = result["results"]!.Single(one => (string?)one["property"] == "nothingLikeThis");
        Assert.NotEmpty(unknown["available"]!);
    }

    private static string Change(string property, JToken value) =>
        new JObject { ["action"] = "modify", ["game_object_id"] = "/It", ["component_type"] = nameof(Everything),
            ["properties"] = new JObject { [property] = value } }.ToString();

    private JObject Modify(JObject properties, string type = nameof(Everything))
    {
        var args = new JObject { ["action"] = "modify", ["game_object_id"] = "/It", ["component_type"] = type,
            ["properties"] = properties };
        return (JObject)desk.Ok("unity_component", args.ToString())["results"]!.Single();
    }

    private JObject Shown() =>
        (JObject)desk.Ok("unity_query",
            """{"action":"inspect_object","instance_id":"/It","component_type":"Everything"}""")["components"]!.Single()["properties"]!;

    private static JToken Parse(string json)
    {
        using var reader = new Newtonsoft.Json.JsonTextReader(new StringReader(json)) { DateParseHandling =
            Newtonsoft.Json.DateParseHandling.None };
        return JToken.ReadFrom(reader);
    }

    /// <summary>5 and 5.0 are the same number.</summary>
    private static void Same(JToken expected, JToken actual) => Assert.Equal(Text(expected), Text(actual));

    private static string Text(JToken token) =>
        token switch
        {
            JObject json => "{" + string.Join(",",
                json.Properties().OrderBy(p => p.Name, StringComparer.Ordinal).Select(p => $"\"{p.Name}\":{Text(p.Value)}")) + "}",
            JArray list => "[" + string.Join(",", list.Select(Text)) + "]",
            JValue { Type: JTokenType.Float } number when (double)number == Math.Floor((double)number) && Math.Abs((double)number) < 1e15 =>
                ((long)(double)number).ToString(),
            _ => token.ToString(Newtonsoft.Json.Formatting.None),
        };
}
