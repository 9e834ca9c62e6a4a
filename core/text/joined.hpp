// Joins the parts of a sentence: less code than `+`, of which a compiler copies each into the place of the call.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace facevalue {

std::string joined(std::initializer_list<std::string_view> parts);

}  // namespace facevalue
